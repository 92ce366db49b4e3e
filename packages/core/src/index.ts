export { parseEntries } from "./entry/parse-entries.ts";
export { parseRecords, toRecord } from "./entry/parse-records.ts";
export type { Source, SourceOptions } from "./entry/source.ts";
export {
  neutralRecords,
  type NeutralAnswer,
  type NeutralChange,
  type NeutralRecords,
  type NeutralResult,
  type NeutralUsage,
} from "./entry/neutral.ts";
export { countLines } from "./entry/text-lines.ts";
export { buildDag } from "./dag/build-dag.ts";
export { extractThreads } from "./thread/extract-threads.ts";
export { buildSessions } from "./session/build-sessions.ts";
export { nodeTypeOf } from "./ccast/to-content.ts";
export { toCcast } from "./ccast/to-ccast.ts";
export { createExplainer } from "./explain/explain.ts";
export { defaultRules, resolveRules, ruleNames } from "./rulebook.ts";
export { pageOf } from "./report.ts";
export { byLocation } from "./entry/entry.ts";
export { groupBy } from "./group-by.ts";
export { isCompaction, isNotice, isSaidBySystem, valuesOfNotice } from "./entry/kind.ts";
export { closeTag, openTag, tag, taskIdIn, wrapInTag } from "./entry/tag.ts";
export { clientLabel, clientPhrase, clientTexts, escapeRegExp, type ClientTag } from "./entry/client-tags.ts";
export { userEntryFacts } from "./entry/user-entry-kinds.ts";
export { splitBeside } from "./entry/beside.ts";
export { fieldsWithoutPlace, unknownBlockFields, unknownParts } from "./entry/drift.ts";
export { isAgentFile, isOutput, isSidecar } from "./entry/role.ts";
export { DisjointSets } from "./disjoint-sets.ts";
export { headOf } from "./entry/head-of.ts";
export { sourceOf } from "./entry/source.ts";
export { mainPathOf, sessionIdOf, sessionNamedAt } from "./entry/session-id.ts";
export { objectOn } from "./entry/object.ts";
export { toBlocks, isObject } from "./entry/parse-records.ts";
export { describeRecovered } from "./entry/recover-records.ts";
export { isServerResult, toolNameIn, toServerResult } from "./entry/server-tools.ts";
export type {
  Entry,
  JsonObject,
  TranscriptRecord,
  Bookkeeping,
  Malformed,
  RecordLocation,
  RawBlock,
  Uuid,
} from "./entry/entry.ts";
export type { AgentInfo, Copy, Dag, ThreadInfo } from "./dag/dag.ts";
export type { Claim, OwnRule, OwnView } from "./dag/own/own-rule.ts";
export type { Link, LinkRule, LinkView, UnlinkedThread } from "./dag/link.ts";
export type { Fork, ForkRule, Verdict } from "./thread/fork/fork-rule.ts";
export type { AnnotateRule } from "./ccast/annotate-rule.ts";
export type { Placement } from "./thread/place/place-rule.ts";
export type { Explanation, Says, Statement, RecordAddress } from "./explain/statement.ts";
export { firstEntry } from "./session/session-attach.ts";
export { preservedUuids } from "./thread/place/preserved.ts";
export type { Facts } from "./thread/facts.ts";
export type { Thread, Threads, Side } from "./thread/thread.ts";
export type { SessionTree } from "./session/session.ts";
export type { Extension } from "./extension.ts";
export type { ReadOptions } from "./read-options.ts";
export type { Report } from "./report.ts";
