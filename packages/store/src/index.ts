export { type Appended, type AppendedTurn, type AppendOptions, maxTurn } from "./append.ts";
export { buildContext, type Context, type ContextOptions } from "./context/build-context.ts";
export { readStrategies, type Strategy } from "./context/strategies.ts";
export { maxLimit, type OrderedPageRequest, type PageRequest } from "./cursor.ts";
export { StoreError, type StoreErrorKind } from "./store-error.ts";
export { isSafePath } from "./import/safe-path.ts";
export { estimateTokens, estimatorName } from "./estimate-tokens.ts";
export { isJsonObject } from "./is-json-object.ts";
export type { LeafPage } from "./leaves.ts";
export type { MessagePage, Path, PathOptions } from "./path.ts";
export { mainBranch, type Ref, type RefChange, type RefPage, type Refs } from "./refs.ts";
export {
  type CreatedSession,
  defaultProject,
  type NewSession,
  type SessionListOptions,
  type SessionPage,
} from "./sessions.ts";
export type { WorkerResults } from "./worker-results.ts";
export { isAddress, isStoreFolder } from "./sql/open-database.ts";
export type { EventOptions, Events, Lease, LeaseOptions, SessionEvent } from "./events.ts";
export { untilAnswered } from "./sql/is-away.ts";
export { withServerLock } from "./sql/with-server-lock.ts";
export { openStore, type Store, type StoreOptions } from "./store.ts";
export type { StoredEvent } from "./report-stored.ts";
export type { AddedMessage, AddedSession } from "./import/added.ts";
export type { Transcripts } from "./import/transcripts.ts";
export type {
  Derivation,
  ImportedMessage,
  ImportedSession,
  ImportResult,
  NewFiles,
  SourceFile,
  StoredSource,
} from "./import/types.ts";
export type { NewToken, Token, Tokens } from "./tokens.ts";
export type {
  JsonValue,
  JsonRecord,
  StoredLeaf,
  StoredMessage,
  MessageContent,
  MessagePart,
  PartType,
  Role,
  StoredSession,
  MessageTree,
  MessageNode,
} from "./types.ts";
export { isUuid, uuidOf } from "./uuid.ts";
