import type { ClientMessageFormat } from "./types.ts";

/** Which items of a list to read. */
export interface ClientPageOptions {
  /** How many, at most 200 (default: all in one answer; 0 is the same). */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before (default: the first page). The other options stay as they were for that page. */
  readonly cursor?: string | undefined;
}

/** Which items of a list to read, and in which order. */
export interface ClientOrderedPageOptions extends ClientPageOptions {
  /** Read the newest first (default: `false`). */
  readonly timeDesc?: boolean | undefined;
}

/** Which sessions to list. */
export interface ClientListOptions extends ClientOrderedPageOptions {
  /** Only those of this person (default: of all). */
  readonly user?: string | undefined;
  /** Only those whose configs contain this object; of lists, each of their items (default: all). */
  readonly configs?: object | undefined;
}

/** What a new session has. */
export interface ClientSessionOptions {
  /**
   * Its id, a UUID (default: the server makes one). If your project has this session already, it is returned as it is, so that
   * the call can be repeated.
   */
  readonly useUuid?: string | undefined;
  /** Whose it is, as your program names people, in 1 to 200 characters (default: nobody is named). */
  readonly user?: string | undefined;
  /** Settings of your program, of at most 64 KB as JSON; the store does not read them (default: none). */
  readonly configs?: object | undefined;
  /** Kept as given; the store has no tasks (default: `false`). */
  readonly disableTaskTracking?: boolean | undefined;
}

/** How a message is stored, and where in the tree. */
export interface ClientStoreOptions {
  /** The format of the message (default: `openai`). */
  readonly format?: ClientMessageFormat | undefined;
  /** What your program wants to know of the message later, of at most 64 KB as JSON (default: nothing). */
  readonly meta?: object | undefined;
  /**
   * The message that it follows, which may be any of the session, so that a new branch begins there if another one follows it
   * already (default: the newest message; `null` is the same).
   */
  readonly parentId?: string | null | undefined;
  /** Start again at the top: the message follows none (default: `false`). Not together with `parentId`. */
  readonly root?: boolean | undefined;
  /** The branch that it is appended to, and that leads to it afterwards (default: `main`, unless there is a `parentId`). */
  readonly branch?: string | undefined;
  /** Create the branch, and begin it after this message, or at the end of this branch or tag (default: it exists). */
  readonly from?: string | undefined;
  /** Refuse with `LEAF_MOVED` if the branch ends with another message; without one the default leaf is compared (default: none is). */
  readonly expectedLeafId?: string | undefined;
  /**
   * A name for this call, of 1 to 200 ASCII characters (default: none). With it the call can be repeated if no answer
   * arrived: the server stores the message once, and the answer has `isNew: false` if it was stored before. The same key
   * with another message is refused with `ID_CONFLICT`. Without a key a message that is sent again may be stored twice.
   */
  readonly idempotencyKey?: string | undefined;
}

/** How a whole conversation is saved. */
export interface ClientSaveOptions extends Pick<ClientStoreOptions, "format" | "meta"> {
  /** The branch that it is compared with, and that leads to it afterwards (default: `main`). */
  readonly branch?: string | undefined;
}

/** Which messages of a session to read, and how they are written. */
export interface ClientReadOptions<Format extends ClientMessageFormat = "openai"> extends ClientOrderedPageOptions {
  /** The last message of the branch, which may be any of the session (default: the end of `main`). */
  readonly leafId?: string | undefined;
  /** The branch or tag that is read, in place of `leafId` (default: `main`). */
  readonly branch?: string | undefined;
  /**
   * `path` reads one branch, from its first message to `leafId`; `session` reads all messages of all branches in the order in
   * which they were stored (default: `path`).
   */
  readonly scope?: "path" | "session" | undefined;
  /** How the items are written (default: `openai`, which is the server's). */
  readonly format?: Format | undefined;
  /** How to make the messages smaller (default: not at all). They work on the messages of the page that is read. */
  readonly editStrategies?: readonly ClientEditStrategy[] | undefined;
}

/** A way to make messages smaller, as it is sent. The server runs several in the order of this list. */
export type ClientEditStrategy =
  | {
      /** Replace the texts of all but the newest tool results. */
      readonly type: "remove_tool_result";
      readonly params?: {
        /** How many of the newest results stay (default: 3). */
        readonly keep_recent_n_tool_results?: number | undefined;
        /** What stands in their place (default: `Done`). */
        readonly tool_result_placeholder?: string | undefined;
      };
    }
  | {
      /** Replace the arguments of all but the newest tool calls by `{}`. */
      readonly type: "remove_tool_call_params";
      readonly params?: {
        /** How many of the newest calls stay (default: 3). */
        readonly keep_recent_n_tool_calls?: number | undefined;
      };
    }
  | {
      /** Omit messages from the middle until the others have at most so many tokens. */
      readonly type: "middle_out";
      readonly params: { readonly token_reduce_to: number };
    }
  | {
      /** Omit the oldest messages until the others have at most so many tokens. */
      readonly type: "token_limit";
      readonly params: { readonly limit_tokens: number };
    };

/** Which events to follow. */
export interface ClientEventOptions {
  /** The id of the event that was handled last: those after it (default: from the first one). */
  readonly after?: string | undefined;
  /** Ends the iteration (default: it ends with `break`). */
  readonly signal?: AbortSignal | undefined;
}

/** How a consumer takes events. */
export interface ClientTakeOptions {
  /** How many, at most 200 (default: 200). */
  readonly limit?: number | undefined;
  /** After how many seconds another consumer gets them, if they are not acknowledged (default: 60; at most 3600). */
  readonly seconds?: number | undefined;
}

/** What a branch or a tag is to be. */
export interface ClientRefChange {
  /** The message that it leads to. */
  readonly messageId: string;
  /** (default: what it is, `branch` for a new one). */
  readonly kind?: "branch" | "tag" | undefined;
  /** What your program wants to know of it, of at most 64 KB as JSON (default: what it has). */
  readonly meta?: object | undefined;
  /** Refuse with `REF_CHANGED` if it has another version by now; 0: if it exists (default: do not compare). */
  readonly expectedVersion?: number | undefined;
}
