import { type Kysely, sql } from "kysely";
import type { Tables } from "./sql/tables.ts";
import { toBase64 } from "./sql/to-base64.ts";

/** What one process made for another one, such as a document for the program that writes it. */
export interface WorkerResults {
  /** Leave a result; one with the same key is replaced. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Take those of some results that are there; they are there no longer then. */
  take(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Delete results that nobody took within a day. */
  prune(): Promise<void>;
}

export function workerResultsOf(db: Kysely<Tables>): WorkerResults {
  return {
    async put(key, content) {
      await sql`
        insert into ccdag.results values (${key}, decode(${toBase64(content)}, 'base64'))
          on conflict (key) do update set content = excluded.content, created_at = excluded.created_at`.execute(db);
    },
    async take(keys) {
      const { rows } = await sql<{ readonly key: string; readonly content: string }>`
        delete from ccdag.results where key = any(${[...keys]}::text[])
          returning key, encode(content, 'base64') as content`.execute(db);
      return new Map(rows.map(({ key, content }) => [key, Buffer.from(content, "base64")]));
    },
    async prune() {
      await sql`delete from ccdag.results where created_at < now() - interval '1 day'`.execute(db);
    },
  };
}
