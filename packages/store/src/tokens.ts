import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { StoreError } from "./store-error.ts";
import { defaultProject } from "./sessions.ts";
import type { Tables } from "./sql/tables.ts";
import { toUuid } from "./uuid.ts";

/** A token of a server, without the secret. */
export interface Token {
  readonly name: string;
  /** The project whose sessions it opens. */
  readonly projectId: string;
  readonly createdAt: Date;
}

/** What a new token is to be. */
export interface NewToken {
  /** What it is called in lists, 1 to 200 characters; no other token may have this name. */
  readonly name: string;
  /** The project whose sessions it opens, a UUID (default: the default one). */
  readonly projectId?: string | undefined;
}

/** The tokens that a server accepts. If there is none, it accepts everybody, and listens on loopback only. */
export interface Tokens {
  /** Make a token. It is returned this once: the store has its hash only. */
  create(token: NewToken): Promise<string>;
  /** The project that a token opens; absent if there is no such token. */
  projectOf(token: string): Promise<string | undefined>;
  /** List the tokens, the oldest first. */
  list(): Promise<readonly Token[]>;
  /** Delete a token by its name; false if there is none. */
  delete(name: string): Promise<boolean>;
}

export function tokensOf(db: Kysely<Tables>): Tokens {
  return {
    async create({ name, projectId = defaultProject }) {
      if (name.length === 0 || name.length > 200)
        throw new StoreError("INVALID_BODY", "Unexpected length of the name, expected 1 to 200 characters");
      const token = `ccdag_${randomBytes(32).toString("base64url")}`;
      const made = await db
        .insertInto("ccdag.tokens")
        .values({ hash: hashOf(token), name, project_id: toUuid(projectId, "INVALID_BODY") })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .executeTakeFirst();
      if (made.numInsertedOrUpdatedRows === 0n) throw new StoreError("ID_CONFLICT", "Another token has this name");
      return token;
    },
    async projectOf(token) {
      const found = await db
        .selectFrom("ccdag.tokens")
        .select("project_id")
        .where("hash", "=", hashOf(token))
        .executeTakeFirst();
      return found?.project_id;
    },
    async list() {
      const rows = await db.selectFrom("ccdag.tokens").selectAll().orderBy("created_at").orderBy("name").execute();
      return rows.map(({ name, project_id, created_at }) => ({ name, projectId: project_id, createdAt: created_at }));
    },
    async delete(name) {
      const { numDeletedRows } = await db.deleteFrom("ccdag.tokens").where("name", "=", name).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** The token is random and long: a plain hash cannot be turned back, and needs no salt. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
