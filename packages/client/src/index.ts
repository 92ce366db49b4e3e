export { StoreClient, type StoreClientOptions } from "./client.ts";
export { StoreRequestError, type StoreRequestCode } from "./store-request-error.ts";
export type {
  ClientEditStrategy,
  ClientOrderedPageOptions,
  ClientPageOptions,
  ClientReadOptions,
  ClientRefChange,
  ClientSessionOptions,
  ClientStoreOptions,
} from "./client-options.ts";
export type { ClientSessions } from "./client-sessions.ts";
export type {
  AcontextItem,
  AcontextPart,
  ClientBranchPage,
  ClientCreatedSession,
  ClientItem,
  ClientItems,
  ClientLeaf,
  ClientMessage,
  ClientMessageFormat,
  ClientMessagePage,
  ClientPage,
  ClientRef,
  ClientRefPage,
  ClientSession,
  ClientSessionPage,
  ClientTokenCounts,
  ClientTree,
  ClientTreeNode,
} from "./types.ts";
