export { StoreClient, type StoreClientOptions } from "./client.ts";
export { StoreRequestError, type StoreRequestCode } from "./store-request-error.ts";
export type {
  ClientEditStrategy,
  ClientEventOptions,
  ClientListOptions,
  ClientOrderedPageOptions,
  ClientPageOptions,
  ClientReadOptions,
  ClientRefChange,
  ClientSaveOptions,
  ClientSessionOptions,
  ClientStoreOptions,
  ClientTakeOptions,
} from "./client-options.ts";
export type { ClientSessions } from "./client-sessions.ts";
export type {
  AcontextItem,
  AcontextPart,
  ClientBranchPage,
  ClientCreatedSession,
  ClientEvent,
  ClientItem,
  ClientItems,
  ClientLeaf,
  ClientLease,
  ClientMessage,
  ClientMessageFormat,
  ClientMessagePage,
  ClientPage,
  ClientRef,
  ClientRefPage,
  ClientSaved,
  ClientSession,
  ClientSessionPage,
  ClientTokenCounts,
  ClientTree,
  ClientTreeNode,
} from "./types.ts";
