import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Root } from "@ccdag/ccast";
import { arrangeClient } from "@ccdag/files/clients";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, it } from "vitest";
import { jsonl, scratch } from "../../../tooling/tests/scratch.ts";
import { copilotFiles as files } from "../src/index.ts";
import { arrangedIn, second, talk } from "./arranged.ts";
import { answers, asks, event, start } from "./events.ts";
import { type Json, outline, readFiles } from "./outline.ts";

/** The tokens that each request read, without those from the cache. */
function tokensRead(tree: Root): number[] {
  const found = JSON.stringify(tree).matchAll(/"usage":\{"input_tokens":(\d+)/g);
  return [...found].map(([, count]) => Number(count)).sort((a, b) => a - b);
}

/** A session of which rewinds have cut turns, as its log and the client's index have it. */
class CutHome {
  readonly home = scratch();
  readonly #store = new sqlite.Database(join(this.home, "session-store.db"));
  readonly #log: Json[] = [{ ...start("cut"), ...second(0) }];

  constructor() {
    this.#store
      .exec(`CREATE TABLE turns (id INTEGER PRIMARY KEY, session_id, turn_index, user_message, assistant_response, timestamp);
      CREATE TABLE assistant_usage_events (id INTEGER PRIMARY KEY, session_id, turn_index, agent_id, model, input_tokens, output_tokens,
        cache_read_tokens, cache_write_tokens, created_at)`);
  }

  /**
   * A turn, which begins at a second.
   *
   * @param read tokens that its request reads (default: all that was said before).
   */
  turn(turn: number, at: number, prompt: string, answer: string, read = 100 * (turn + 1)): this {
    const [usage, reply] = answers(answer) as [Json, Json];
    ((usage["data"] as Json)["usage"] as Json)["inputTokens"] = read;
    this.#log.push(
      { ...asks(prompt), ...second(at) },
      { ...usage, ...second(at + 1) },
      { ...reply, ...second(at + 1) },
    );
    const ended = second(at + 1).timestamp;
    this.#store.run("INSERT INTO turns VALUES (NULL, 'cut', ?, ?, ?, ?)", [turn, prompt, answer, ended]);
    return this.request(turn, at + 1, read);
  }

  /** A request in the index, a few milliseconds later than in the log. */
  request(turn: number, at: number, read: number): this {
    const time = second(at).timestamp.replace(".000Z", ".012Z");
    const sql = "INSERT INTO assistant_usage_events VALUES (NULL, 'cut', ?, NULL, 'gpt-5.2', ?, 20, 40, 0, ?)";
    this.#store.run(sql, [turn, read, time]);
    return this;
  }

  /** Cut the log before a prompt. */
  rewind(prompt: string, at: number): this {
    this.#log.splice(this.#log.findIndex(({ data }) => (data as Json)["content"] === prompt));
    this.#log.push({ ...event("session.info", { infoType: "rewind", message: "Rewound." }), ...second(at) });
    return this;
  }

  /** The transcripts as they are now. */
  async arranged(): Promise<Record<string, string>> {
    const log = join(this.home, "session-state/cut/events.jsonl");
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, jsonl(...this.#log));
    return arrangedIn(this.home);
  }
}

describe("issue 43: what a rewind of Copilot CLI has cut from the log", () => {
  const home = () =>
    new CutHome().turn(0, 1, "Tie.", "Tied.").turn(1, 10, "Cut.", "Snip.").turn(2, 20, "Again.", "Snap.");

  it("is a branch of what the client's index has left: prompts, last answers, tokens", async () => {
    const found = await home().rewind("Cut.", 30).turn(3, 40, "Coil.", "Coiled.").arranged();
    expect(talk(found)).toEqual([
      "human prompt: Tie.",
      "assistant reply: Tied.",
      "branch",
      "human prompt: Cut.",
      "assistant reply: Snip.",
      "human prompt: Again.",
      "assistant reply: Snap.",
      "branch *",
      "human prompt: Coil.",
      "assistant reply: Coiled.",
    ]);
    const { tree } = readFiles(found);
    expect(tokensRead(tree)).toEqual([60, 160, 260, 360]);
    expect(JSON.stringify(tree)).toContain("session-store.db#turns/2");
  });

  it("has a branch of its own where a turn read less than the one before it left to read", async () => {
    const one = home().turn(3, 30, "Otherwise.", "Snup.", 225);
    const found = await one.rewind("Cut.", 35).turn(4, 40, "Coil.", "Coiled.").arranged();
    expect(talk(found).filter((row) => /human|branch/.test(row))).toEqual([
      "human prompt: Tie.",
      "branch",
      "human prompt: Cut.",
      "branch",
      "human prompt: Again.",
      "branch *",
      "human prompt: Otherwise.",
      "branch *",
      "human prompt: Coil.",
    ]);
  });

  it("is a notice where tokens do not say what it followed", async () => {
    const one = home();
    one.request(0, 1, 90);
    const found = await one.rewind("Cut.", 35).turn(4, 40, "Coil.", "Coiled.").arranged();
    const rows = talk(found).filter((row) => /human|branch/.test(row));
    expect(rows).toEqual(["human prompt: Tie.", "branch", "human prompt: Cut.", "branch *", "human prompt: Coil."]);
    const { tree } = readFiles(found);
    expect(outline(tree)).toContain("copilot/session.cut_turn: Again.\n\nSnap.");
    expect(tokensRead(tree)).toEqual([60, 160, 260, 460]);
  });

  it("stands at its own rewind, and equal prompts are distinguished by their requests", async () => {
    const found = await new CutHome()
      .turn(0, 1, "Go.", "One.")
      .turn(1, 10, "Go.", "Two.")
      .rewind("Go.", 15)
      .turn(2, 20, "Go.", "Three.")
      .turn(3, 30, "Go.", "Four.")
      .arranged();
    expect(talk(found).filter((row) => /reply|branch/.test(row))).toEqual([
      "branch",
      "assistant reply: One.",
      "assistant reply: Two.",
      "branch *",
      "assistant reply: Three.",
      "assistant reply: Four.",
    ]);
  });

  it("is nothing where nothing was cut, and the log stays as it is", async () => {
    const found = await home().arranged();
    expect(Object.values(found).join("")).not.toContain("session-store");
    expect(talk(found)).toHaveLength(6);
  });

  it("is there once where an archive has the file from before", async () => {
    const one = home();
    const before = Object.values(await one.arranged())[0]!;
    const after = Object.values(await one.rewind("Cut.", 30).turn(3, 40, "Coil.", "Coiled.").arranged())[0]!;
    const { tree } = readFiles({ "cut.jsonl": after, "cut~2.jsonl": before });
    const prompts = outline(tree).filter((row) => row.startsWith("human"));
    expect(prompts.sort()).toEqual(["Again.", "Coil.", "Cut.", "Tie."].map((words) => `human prompt: ${words}`));
    expect(tokensRead(tree)).toEqual([60, 160, 260, 360]);
  });

  it("is made again when the index has more; an index that is none is named, and the rest continues", async () => {
    const one = home().rewind("Cut.", 30);
    expect(talk(await one.arranged())).toContain("human prompt: Again.");
    one.turn(3, 40, "Coil.", "Coiled.").rewind("Coil.", 50);
    expect(talk(await one.arranged())).toContain("human prompt: Coil.");
    writeFileSync(join(one.home, "session-store.db"), "no database");
    const { failed, isEmpty } = await arrangeClient(files, one.home, scratch());
    expect([failed.map(({ reason }) => reason), isEmpty]).toEqual([
      ["Unexpected content, expected a SQLite database"],
      false,
    ]);
  });
});
