import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { account, audit, type Nodes, type Root, toText, walk } from "@ccdag/ccast";
import { type Arranged, arrangeClient } from "@ccdag/files/clients";
import { listFiles, readProject } from "@ccdag/files";
import { ccdag } from "@ccdag/processor";
import sqlite from "node-sqlite3-wasm";
import type { VFile } from "vfile";
import { expect, onTestFinished } from "vitest";
import sourceOpencode, { opencodeFiles } from "../src/index.ts";

export type Json = Record<string, unknown>;

/** The moment at which the first session begins; messages come in seconds after it. */
export const start = Date.UTC(2026, 1, 3, 9);

const schema = `
  CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text, title text, version text, revert text,
    time_created integer, time_updated integer);
  CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, time_updated integer, data text);
  CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, time_updated integer, data text);
  CREATE TABLE event_sequence (aggregate_id text PRIMARY KEY, seq integer);
  CREATE TABLE event (id text PRIMARY KEY, aggregate_id text, seq integer, type text, data text);
  CREATE TABLE todo (session_id text, content text, status text, priority text, position integer, time_created integer, time_updated integer);
`;

/** A home of opencode that a test writes as the client does: what happens goes into the tables and into the events. */
export class OpencodeHome {
  readonly folder: string = mkdtempSync(join(tmpdir(), "opencode-"));
  readonly home: string = join(this.folder, "home");
  database: sqlite.Database;
  #session = "";
  #count = 0;

  constructor({ hasEvents = true } = {}) {
    mkdirSync(this.home);
    this.database = this.#open();
    this.database.exec(schema);
    if (!hasEvents) this.database.exec("DROP TABLE event; DROP TABLE event_sequence");
    this.#hasEvents = hasEvents;
    onTestFinished(() => {
      if (this.database.isOpen) this.database.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  readonly #hasEvents: boolean;

  /** Open the database again. */
  open(): this {
    this.database = this.#open();
    return this;
  }

  #open(): sqlite.Database {
    const database = new sqlite.Database(join(this.home, "opencode.db"));
    // A test needs no safety, and many of them write at once.
    database.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
    return database;
  }

  /** Begin a session; what follows is said in it. */
  session(id: string, { seconds = 0, ...more }: Json & { seconds?: number } = {}): this {
    const time = start + seconds * 1000;
    const row = { id, parent_id: null, directory: "/srv/harbor", title: `About ${id}`, version: "1.2.3", revert: null };
    this.#insert("session", { ...row, time_created: time, time_updated: time, ...more });
    this.#session = id;
    return this;
  }

  /** Carry on in a session. */
  in(id: string): this {
    this.#session = id;
    return this;
  }

  /** Write a message, and its parts. */
  message(id: string, role: string, seconds: number, parts: readonly Json[], more: Json = {}): this {
    const info = { role, time: { created: start + seconds * 1000 }, ...more };
    const times = { time_created: start + seconds * 1000, time_updated: start + seconds * 1000 };
    this.#insert("message", { id, session_id: this.#session, ...times, data: JSON.stringify(info) });
    this.#event("message.updated.1", { info: { id, sessionID: this.#session, ...info } });
    for (const [index, part] of parts.entries()) this.part(id, `${id}-${index}`, part);
    return this;
  }

  part(message: string, id: string, part: Json): this {
    const row = { id, message_id: message, session_id: this.#session, time_created: start, time_updated: start };
    this.#insert("part", { ...row, data: JSON.stringify(part) });
    this.#event("message.part.updated.1", { part: { id, messageID: message, sessionID: this.#session, ...part } });
    return this;
  }

  asks(id: string, seconds: number, text: string): this {
    return this.message(id, "user", seconds, [{ type: "text", text }]);
  }

  answers(id: string, seconds: number, ...parts: ReadonlyArray<string | Json>): this {
    const all = parts.map((part) => (typeof part === "string" ? { type: "text", text: part } : part));
    return this.message(id, "assistant", seconds, all, { modelID: "m-1", tokens: { input: 3, output: 2 } });
  }

  /** What the client does with the first prompt after a revert: messages are deleted. */
  deletes(...ids: readonly string[]): this {
    for (const id of ids) {
      this.database.run("DELETE FROM part WHERE message_id = ?", id);
      this.database.run("DELETE FROM message WHERE id = ?", id);
      this.#event("message.removed.1", { messageID: id });
    }
    return this;
  }

  /** The same for a part. */
  deletesPart(message: string, id: string): this {
    this.database.run("DELETE FROM part WHERE id = ?", id);
    this.#event("message.part.removed.1", { messageID: message, partID: id });
    return this;
  }

  run(sql: string, ...values: Array<string | number>): this {
    this.database.run(sql, values);
    return this;
  }

  /** Write a JSON file of an older version. */
  file(path: string, value: unknown): this {
    mkdirSync(dirname(join(this.home, path)), { recursive: true });
    writeFileSync(join(this.home, path), typeof value === "string" ? value : JSON.stringify(value));
    return this;
  }

  /** Write much at once. */
  together(write: () => void): this {
    this.database.exec("BEGIN");
    write();
    this.database.exec("COMMIT");
    return this;
  }

  async arrange(): Promise<Arranged> {
    return arrangeClient(opencodeFiles, this.home, join(this.folder, "cache"));
  }

  /** The arranged files, by their paths. */
  async arranged(): Promise<Map<string, string>> {
    const root = allRead(await this.arrange());
    const found = await listFiles(root);
    return new Map(found.map(({ path, real }) => [path, readFileSync(real, "utf8")]));
  }

  /** The tree of all sessions of `/srv/harbor`; its account balances. */
  async tree(): Promise<Root> {
    const root = allRead(await this.arrange());
    return parseWhole(await readProject(join(root, "-srv-harbor")));
  }

  /** The tree as a drawing. */
  async drawing(): Promise<string> {
    return draw(await this.tree());
  }

  #insert(table: string, row: Json): void {
    const names = Object.keys(row);
    const values = Object.values(row) as Array<string | number | null>;
    this.database.run(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`, values);
  }

  #event(type: string, data: Json): void {
    if (!this.#hasEvents) return;
    const seq = this.#count++;
    const row = { id: `evt_${seq}`, aggregate_id: this.#session, seq, type };
    this.#insert("event", { ...row, data: JSON.stringify({ sessionID: this.#session, ...data }) });
    this.database.run("INSERT OR REPLACE INTO event_sequence VALUES (?, ?)", [this.#session, seq]);
  }
}

function allRead({ root, failed }: Arranged): string {
  expect(failed).toEqual([]);
  return root;
}

function parseWhole(project: VFile): Root {
  const tree = ccdag().use(sourceOpencode).parse(project);
  expect(audit(tree, project.data.ledger!)).toEqual([]);
  const lines = project.data.companions!.filter(({ path }) => path.endsWith(".jsonl"));
  expect(account(tree, project.data.ledger!).lines).toBe(
    lines.reduce((sum, { value }) => sum + String(value).trimEnd().split("\n").length, 0),
  );
  return tree;
}

/** One line for each node, indented where a branch, an agent or a session is inside another. */
function draw(tree: Root): string {
  const rows: string[] = [];
  const depths = new Map<object, number>();
  walk(tree, (node, parent) => {
    const isInside = parent !== undefined && ["branch", "session", "agent"].includes(parent.type);
    const depth = (depths.get(parent ?? node) ?? 0) + (isInside ? 1 : 0);
    depths.set(node, depth);
    const row = describe(node);
    if (row !== undefined) rows.push(`${"  ".repeat(depth)}${row}`);
  });
  return rows.join("\n");
}

function describe(node: Nodes): string | undefined {
  switch (node.type) {
    case "session":
      return `session ${node.sessionId}${node.from ? ` from ${node.from.uuid}` : ""}`;
    case "branch":
      return `branch${node.active ? " *" : ""}`;
    case "agent":
      return `agent ${node.agentId} by ${String(node.from?.toolUseId)}`;
    case "message":
      return `${node.origin}: ${toText(node)}`;
    case "compaction":
      return `compaction ${String(node.trigger)}: ${toText(node)}`;
    case "toolCall":
      return `call ${node.name} ${node.id}`;
    case "toolResult":
      return `${node.isError === true ? "error" : "result"}: ${toText(node)}`;
    case "notice":
      return `notice ${node.entryType}`;
    default:
      return undefined;
  }
}
