export { clientFacts, type ClientFacts, clients, defaultClient } from "./clients.ts";
export { is } from "./is.ts";
export { idsIn, shorten, shortIds } from "./short-ids.ts";
export { asKnownCall } from "./known-call.ts";
export { type CallOf, type InputOf, isCallOf, type KnownTools, type ResultOf } from "./tools.ts";
export { toText } from "./to-text.ts";
export { wordsOf } from "./words-of.ts";
export { unescapeXml } from "./unescape-xml.ts";
export { childrenOf, walk } from "./walk.ts";
export { uuidsOf } from "./uuids-of.ts";
export { abandonedOnly, joinBranches, onlyBranches } from "./branches.ts";
export { activeOnly, findAgents, findEntry, type FoundEntry, isThread, threadsIn, pathTo, without } from "./path-to.ts";
export { agentsIn, isRunByClient, type SpawnedAgent, messagesOf, tokensOf } from "./agents-in.ts";
export { continuedIn, firstPrompt, type Leaf, leaves } from "./leaves.ts";
export { account, type Account, type DamagedLine, type Folded, type Ledger, type Recorded } from "./account.ts";
export type { RecordedContent } from "./contents.ts";
export { locationId, nodeLocationId, type SourceLocation } from "./location.ts";
export { emptyCounts, factsOf, type SessionCounts, type SessionFacts } from "./session-facts.ts";
export { joinSessions } from "./join-sessions.ts";
export {
  type ColumnValue,
  type SessionSummary,
  type SessionColumnName,
  sessionColumns,
  valuesOf,
} from "./session-columns.ts";
export { audit, type Finding } from "./audit.ts";
export { prices } from "./price-list.ts";
export { type Price, type Prices, priceOf } from "./prices.ts";
export {
  type ModelUsage,
  type UsageReport,
  emptyUsage,
  measureUsage,
  modelsIn,
  priceCall,
  sumUsage,
  type UsageTotals,
} from "./usage.ts";
export { beginsTurn } from "./begins-turn.ts";
export { besideTags, originFacts, type OriginFacts, origins, type OriginTag } from "./origins.ts";
export { threadKey, threadReference } from "./thread-key.ts";
export type * from "./timeline.ts";
export type * from "./content.ts";
export type { Data } from "./node.ts";
export type * from "./types.ts";
export { projectOf, projectOfFolder, sessionPath, sessionStemOf } from "./session-stem.ts";
export { pathOf } from "./path-of.ts";
export { version } from "./version.ts";
export {
  type ContextContent,
  contextContents,
  contextShares,
  type ContextShare,
  shownShares,
} from "./context-content.ts";
export { contextFill, type ContextFill } from "./context-fill.ts";
