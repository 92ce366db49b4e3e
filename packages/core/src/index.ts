export { parseEntries, parseRecords, toLine } from "./entry/parse.ts";
export type { File, Source } from "./entry/source.ts";
export { countLines } from "./entry/lines.ts";
export { buildDag, dedupeRules, ownRules } from "./dag/build.ts";
export { extractLines } from "./line/extract.ts";
export { forkRules, kindRules } from "./line/fork/index.ts";
export { placeRules } from "./line/place/index.ts";
export { buildSessions } from "./session/build.ts";
export { toCcast } from "./ccast/to-ccast.ts";
export { createExplainer } from "./explain/explain.ts";
export { assertRules, ruleNames } from "./rules.ts";
export { pageOf } from "./report.ts";
export { byPlace } from "./entry/entry.ts";
export { groupBy } from "./group-by.ts";
export { isCompaction } from "./entry/kind.ts";
export { tag } from "./entry/tag.ts";
export { unknownParts } from "./entry/drift.ts";
export { isAgentFile } from "./entry/role.ts";
export { sessionIdOf } from "./entry/session-id.ts";
export { toBlocks, isObject } from "./entry/parse.ts";
export type {
  Entry,
  Flavour,
  JsonObject,
  Kind,
  Line,
  Loose,
  Malformed,
  Place,
  RawBlock,
  RawMessage,
  Uuid,
} from "./entry/entry.ts";
export type { AgentInfo, Copy, Dag, LineId, LineInfo } from "./dag/dag.ts";
export type { Edge, EdgeKind } from "./dag/edge.ts";
export type { BlockCopy, CopyOf, DedupeRule, DedupeView } from "./dag/dedupe/rule.ts";
export type { Claim, OwnRule, OwnView } from "./dag/own/rule.ts";
export type { Link, LinkRule, LinkView, OpenLine } from "./dag/link.ts";
export type { Fork, ForkRule, KindRule, TrueFork, Verdict } from "./line/fork/rule.ts";
export type { TellRule, TellView } from "./ccast/tell-rule.ts";
export type { Placed, PlaceRule, PlaceView, Spot } from "./line/place/rule.ts";
export type { Explanation, Says, Statement, Where } from "./explain/statement.ts";
export type { Facts } from "./line/facts.ts";
export type { DagLine, Judged, LineSet, Side } from "./line/line.ts";
export type { Attached, PlacedLoose, SessionTree } from "./session/session.ts";
export type { Extension, Options, Report } from "./options.ts";
