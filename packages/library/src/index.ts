export { allRows, type Rows, rowsOfInputs } from "./all-rows.ts";
export { arrangedRoots, arrangedRootsIn, followClients } from "./arranged-roots.ts";
export { cacheFolder } from "./cache-folder.ts";
export { compareTexts } from "./compare-texts.ts";
export { projectAbove } from "./current-project.ts";
export {
  findSessions,
  type RankedInSource,
  readWanted,
  type SearchPlaces,
  type SearchResult,
} from "./find-sessions.ts";
export { type Ranked, weights } from "./rank-session.ts";
export { goneRows } from "./gone-sessions.ts";
export { hitsIn, type SearchHit, type Where, wheres } from "./hits.ts";
export { foldersOf, type InputSource, isWhole, readingOf } from "./input-source.ts";
export type { Candidate } from "./input-steps.ts";
export type { LibraryIo, ProgressBar } from "./library-io.ts";
export { listed, type ListedRow, usageOfCall } from "./listed.ts";
export { type LoadedTree, loadTree } from "./load-tree.ts";
export {
  canDivide,
  divideInput,
  divideSource,
  load,
  type LoadedInput,
  loadHolders,
  loadParts,
  NothingToRead,
  noTranscript,
  type ReadIo,
  readSource,
} from "./load.ts";
export { locateAll, sayWhole } from "./locate.ts";
export { type FileMessages, messagesFromData, messagesToData } from "./message-data.ts";
export { hasUnread, MessageList } from "./message-list.ts";
export {
  type HitQuery,
  type Library,
  type LibraryHit,
  type LibraryOptions,
  type LibrarySession,
  openLibrary,
  type ReadConversation,
  type SessionQuery,
} from "./open-library.ts";
export { buildOf, PartMemory } from "./part-memory.ts";
export {
  allProjects,
  assertProjects,
  existing,
  foldersNamed,
  listProjects,
  projectFoldersOf,
  noProjects,
  placeOf,
  type ProjectFolder,
} from "./projects.ts";
export { readAliases } from "./read-aliases.ts";
export { type PeriodOptions, readPeriod, readReset } from "./read-period.ts";
export { ProgressCounter, type TaskProgress } from "./progress.ts";
export { type PriceOptions, readPrices } from "./read-prices.ts";
export { type SearchPattern, type Query, readQuery } from "./read-query.ts";
export { readRedaction, type Redaction, type RedactionOptions, redactMessages, reportRedaction } from "./redaction.ts";
export { rootPlaces } from "./root-places.ts";
export { sourceFor } from "@ccdag/clients";
export { readClients } from "./read-clients.ts";
export { rootsOf } from "./roots.ts";
export { type FoundSession, searchFolder } from "./search-folder.ts";
export { alignOf, cellOf, type CellStyle, dataOf, headOf, optionalOf } from "./session-cells.ts";
export { type Aliases, projectDirectory, rowProjects } from "./project-identity.ts";
export { projectFolderOf } from "./session-path.ts";
export type { CallRow, SessionRow } from "./session-row.ts";
export {
  eachTreePart,
  inReadingOrder,
  noConversation,
  parse,
  placeRoots,
  readRoots,
  type RootResult,
  type TreePart,
} from "./tree-parts.ts";
export { AmbiguousInput } from "./unknown-input.ts";
export type { SessionChange } from "./watch-sessions.ts";
export { groupUsage, readKeys } from "./group-usage.ts";
export type { BlockRule } from "./divide-time.ts";
export { refreshStatus } from "./refresh-status.ts";
export { usageBlocks } from "./usage-blocks.ts";
export { type CallPeriod, type UsageQuestion, type UsageRow, usageRows } from "./usage-rows.ts";
export { isPlainId } from "./is-plain-id.ts";
export { type WorkRow, workRows } from "./work-rows.ts";
export { type EditQuery, listEdits } from "./read-edits.ts";
export { patchOfEdits } from "./patch-of-edits.ts";
