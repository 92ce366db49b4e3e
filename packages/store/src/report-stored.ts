import { inspect } from "node:util";
import type { Kysely } from "kysely";
import { readPath } from "./path.ts";
import type { Tables } from "./sql/tables.ts";
import { Turns } from "./turns.ts";
import type { StoredMessage } from "./types.ts";

/** A message that was stored, and the branch that it belongs to. */
export interface StoredEvent {
  readonly message: StoredMessage;
  /** From the first message of the branch to this one. No message of another branch is in it. */
  readonly path: readonly StoredMessage[];
}

/** What is done with messages that were stored. */
export interface Handlers {
  readonly onStored: (stored: StoredEvent) => unknown;
  readonly onStoredError?: ((error: unknown, stored: StoredEvent) => unknown) | undefined;
}

/** How many paths are remembered: those of the branches that grow at once. */
const maxPaths = 64;

/** Calls `onStored` for each message, with its path. */
export class StoredReports {
  readonly #db: Kysely<Tables>;
  readonly #handlers: Handlers;
  readonly #calls = new Turns();
  /** By their last message, the one that grew last at the end: what follows it need not read it all again. */
  readonly #paths = new Map<string, readonly StoredMessage[]>();

  constructor(db: Kysely<Tables>, handlers: Handlers) {
    this.#db = db;
    this.#handlers = handlers;
  }

  /** Report a message, after those of its session that came before. */
  add(message: StoredMessage): void {
    void this.#calls.run(message.sessionId, () => this.#report(message));
  }

  /** Wait until no call is left. */
  done(): Promise<void> {
    return this.#calls.done();
  }

  async #report(message: StoredMessage): Promise<void> {
    let stored: StoredEvent = { message, path: [] };
    try {
      stored = { message, path: await this.#pathTo(message) };
      await this.#handlers.onStored(stored);
    } catch (error) {
      await this.#reportError(error, stored);
    }
  }

  async #pathTo(message: StoredMessage): Promise<readonly StoredMessage[]> {
    const parent = message.parentId ?? "";
    const before = message.parentId === null ? [] : this.#paths.get(`${message.sessionId} ${parent}`);
    const path = before
      ? [...before, message]
      : (await readPath(this.#db, message.sessionId, { leafId: message.id })).items;
    this.#paths.delete(`${message.sessionId} ${parent}`);
    this.#paths.set(`${message.sessionId} ${message.id}`, path);
    const [oldest] = this.#paths.keys();
    if (this.#paths.size > maxPaths) this.#paths.delete(oldest!);
    return path;
  }

  /** An error here has nobody to go to: as a rejection that is not handled, it would end the process. */
  async #reportError(error: unknown, stored: StoredEvent): Promise<void> {
    const { onStoredError } = this.#handlers;
    if (onStoredError === undefined) return warn(error);
    try {
      await onStoredError(error, stored);
    } catch (second) {
      warn(second);
    }
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : inspect(error));
}
