import { createHash, randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { StoreError } from "./store-error.ts";
import { defaultProject } from "./sessions.ts";
import type { Tables, TokensTable } from "./sql/tables.ts";
import { toUuid } from "./uuid.ts";

/** A token of a server, without the secret. */
export interface Token {
  readonly name: string;
  /** The project whose sessions it opens. */
  readonly projectId: string;
  /** Whether it opens them for reading only. */
  readonly isReadOnly: boolean;
  /** When it stops to open anything; absent for never. */
  readonly expiresAt?: Date | undefined;
  /** When it was last used, to the hour; absent if it never was. */
  readonly usedAt?: Date | undefined;
  readonly createdAt: Date;
}

/** What a new token is to be. */
export interface NewToken {
  /** What it is called in lists, 1 to 200 characters; no other token may have this name. */
  readonly name: string;
  /** The project whose sessions it opens, a UUID (default: the default one). */
  readonly projectId?: string | undefined;
  /** Whether it opens them for reading only (default: `false`). */
  readonly isReadOnly?: boolean | undefined;
  /** When it stops to open anything, a time to come (default: never). */
  readonly expiresAt?: Date | undefined;
}

/** The tokens that a server accepts. If there is none, it accepts everybody, and listens on loopback only. */
export interface Tokens {
  /** Make a token. It is returned this once: the store has its hash only. */
  create(token: NewToken): Promise<string>;
  /** Find a token by its secret; absent if there is none, or if it has expired. That it was used is noted once an hour. */
  find(secret: string): Promise<Token | undefined>;
  /** List the tokens, the oldest first. */
  list(): Promise<readonly Token[]>;
  /** Delete a token by its name; false if there is none. */
  delete(name: string): Promise<boolean>;
}

export function tokensOf(db: Kysely<Tables>): Tokens {
  return {
    async create({ name, projectId = defaultProject, isReadOnly = false, expiresAt }) {
      if (name.length === 0 || name.length > 200)
        throw new StoreError("INVALID_BODY", "Unexpected length of the name, expected 1 to 200 characters");
      if (expiresAt !== undefined && !(expiresAt.getTime() > Date.now()))
        throw new StoreError("INVALID_BODY", "Unexpected end of the token, expected a time to come");
      const token = `ccdag_${randomBytes(32).toString("base64url")}`;
      const made = await db
        .insertInto("ccdag.tokens")
        .values({
          hash: hashOf(token),
          name,
          project_id: toUuid(projectId, "INVALID_BODY"),
          is_read_only: isReadOnly,
          expires_at: expiresAt ?? null,
        })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .executeTakeFirst();
      if (made.numInsertedOrUpdatedRows === 0n) throw new StoreError("ID_CONFLICT", "Another token has this name");
      return token;
    },
    async find(secret) {
      const hash = hashOf(secret);
      const found = await db
        .selectFrom("ccdag.tokens")
        .selectAll()
        .select(sql<boolean>`used_at is null or used_at < now() - interval '1 hour'`.as("isUnnoted"))
        .where("hash", "=", hash)
        .where((is) => is.or([is("expires_at", "is", null), is("expires_at", ">", sql<Date>`now()`)]))
        .executeTakeFirst();
      if (found?.isUnnoted === true)
        await db
          .updateTable("ccdag.tokens")
          .set({ used_at: sql`now()` })
          .where("hash", "=", hash)
          .execute();
      return found && toToken(found);
    },
    async list() {
      const rows = await db.selectFrom("ccdag.tokens").selectAll().orderBy("created_at").orderBy("name").execute();
      return rows.map(toToken);
    },
    async delete(name) {
      const { numDeletedRows } = await db.deleteFrom("ccdag.tokens").where("name", "=", name).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function toToken(row: Selectable<TokensTable>): Token {
  return {
    name: row.name,
    projectId: row.project_id,
    isReadOnly: row.is_read_only,
    expiresAt: row.expires_at ?? undefined,
    usedAt: row.used_at ?? undefined,
    createdAt: row.created_at,
  };
}

/** The token is random and long: a plain hash cannot be turned back, and needs no salt. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
