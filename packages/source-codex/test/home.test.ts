import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as zlib from "node:zlib";
import { arrangeClient } from "@ccdag/files/clients";
import { describe, expect, it } from "vitest";
import { codex, codexFiles as files } from "../src/index.ts";
import { homeOf, readHome } from "./home.ts";
import { id, type Json, Rollout } from "./rollout.ts";

const [a, b, s] = ["a", "b", "5"].map(id) as [string, string, string];
const titles = (...lines: Json[]) =>
  ["session_index.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join("")] as const;

describe("issue 43: a data folder of Codex CLI", () => {
  it.each([
    ["sessions/2026/05/06/rollout-2026-05-06T07-08-09-x.jsonl", true],
    ["sessions/2026/05/06/rollout-2026-05-06T07-08-09-x_y.jsonl", true],
    ["archived_sessions/rollout-2026-05-06T07-08-09-x.jsonl", true],
    ["session_index.jsonl", true],
    ["history.jsonl", false],
    ["sessions/notes.jsonl", false],
    ["log/rollout-2026-05-06T07-08-09-x.jsonl", false],
    ["sessions/rollout-2026-05-06T07-08-09-x.json", false],
  ])("%s is asked about: %s", (path, isFile) => expect(files.isFile(path)).toBe(isFile));

  it("titles are those of the index, the last one of a session; archived sessions are read", async () => {
    const index = titles(
      { id: a, thread_name: "Knots", updated_at: "2026-05-06T07:10:00Z" },
      { id: "gone", thread_name: "Nothing" },
      { id: a, thread_name: "Good knots", updated_at: "2026-05-06T07:11:00Z" },
    );
    const archived = [
      "archived_sessions/rollout-2026-05-06T07-08-09-b.jsonl",
      new Rollout("0.171.0", b).turn("P2"),
    ] as const;
    const { rows } = await readHome([new Rollout("0.171.0", a).turn("P1"), archived, index]);
    expect(rows.filter((row) => row.startsWith("session"))).toEqual(["session a: Good knots", "session b"]);
  });

  it("what is remembered of a rollout holds none of its words, and most are not written again", async () => {
    const main = new Rollout("0.171.0", a).turn("Secret?", "Secret.");
    const home = await homeOf([main, titles({ id: a, thread_name: "Secret" })]);
    const [data, cache] = [join(home, "data"), join(home, "cache")];
    const { root } = await arrangeClient(files, data, cache);
    expect(await readFile(join(cache, "manifest.json"), "utf8")).not.toContain("ecret");
    const at = join(root, (await readdir(root))[0]!, `${a}.jsonl`);
    expect((await stat(at)).ino).toBe((await stat(join(data, main.path()))).ino);
  });

  it("copies are found again when their original changes", async () => {
    const first = new Rollout("0.63.0", a).turn("P1");
    const second = new Rollout("0.63.0", b, { at: 60 }).copy(first).turn("P2");
    const home = await homeOf([first, second]);
    const [data, cache] = [join(home, "data"), join(home, "cache")];
    const { root } = await arrangeClient(files, data, cache);
    const at = join(root, (await readdir(root))[0]!, `${b}.jsonl`);
    expect(await readFile(at, "utf8")).toContain(`"copyOf":"${a}:2"`);
    await writeFile(join(data, first.path()), new Rollout("0.63.0", a).turn("P0").text);
    await arrangeClient(files, data, cache);
    expect(await readFile(at, "utf8")).not.toContain("copyOf");
  });

  it("a session in several folders, and files of one session begun at one time, are one session", async () => {
    const first = new Rollout("0.171.0", a, { cwd: "/srv/harbor" }).turn("P1");
    const base = { thread_id: a, end_ordinal_exclusive: first.lines.length };
    const second = new Rollout("0.171.0", a, { from: first.lines.length, history_base: base, cwd: "/srv/pier" })
      .wait(9)
      .turn("P2");
    const { rows } = await readHome([first, [second.path(s), second]]);
    expect(rows.filter((row) => /session|prompt/.test(row))).toEqual(["session a", "  prompt: P1", "  prompt: P2"]);
  });

  it("compressed rollouts are read, or reported where Node cannot read them", async () => {
    const main = new Rollout("0.171.0", a).turn("P1");
    const { zstdCompressSync: compress } = zlib as { zstdCompressSync?: (text: string) => Buffer };
    const home = await homeOf([]);
    const at = join(home, "data", `${main.path()}.zst`);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, compress?.(main.text) ?? "");
    const { root, failed } = await arrangeClient(files, join(home, "data"), join(home, "cache"));
    if (compress === undefined)
      expect(failed).toEqual([{ path: at, reason: expect.stringContaining("zstd") as string }]);
    else expect(await readFile(join(root, "-srv-harbor", `${a}.jsonl`), "utf8")).toBe(main.text);
  });

  it("nothing is there", async () => {
    const home = await homeOf([]);
    await mkdir(join(home, "data"));
    expect((await arrangeClient(files, join(home, "data"), join(home, "cache"))).failed).toEqual([]);
  });
});

describe("issue 43: damaged and hostile rollouts are read as far as they go", () => {
  const text = new Rollout("0.130.0", a).turn("P1").turn("P2").text;

  it.each<[string, string, string[]]>([
    ["a cut line", text.slice(0, -20), ["P1", "P2"]],
    ["a lost header", text.replace('"session_meta"', '"session_me'), ["P1", "P2"]],
    ["zeros, blank lines and a byte order mark", `\uFEFF${text.replaceAll("\n", "\n\n")}\0\0\0\n`, ["P1", "P2"]],
    ["a second copy of the file", text + text, ["P1", "P2", "P1", "P2"]],
  ])("%s", async (_, content, prompts) => {
    const { rows } = await readHome([[new Rollout("0.130.0", a).path(), content]]);
    const found = rows.filter((row) => row.includes("prompt")).map((row) => row.trim().slice("prompt: ".length));
    expect(found).toEqual(prompts);
  });

  it("types, kinds and fields of a later version are kept", async () => {
    const rollout = new Rollout("0.171.0", a).turn("P1").put("hologram", { shows: "rope" });
    rollout
      .item("song", { of: "sails" })
      .event("bell", { rings: 3 })
      .put("event_msg", { item: { type: "Buoy" } });
    const { tree } = await readHome([rollout]);
    const words = JSON.stringify(tree);
    for (const word of [
      "codex/hologram",
      '"shows":"rope"',
      "codex/song",
      '"of":"sails"',
      "codex/bell",
      '"rings":3',
      "Buoy",
    ])
      expect(words).toContain(word);
  });

  it("every field of a header, a call or an event may be anything", async () => {
    const values = [null, 0, -1, "", "x", [], [[]], [null], {}, { type: [] }, { type: "text" }, true, 1e300];
    const rollout = new Rollout("0.171.0", a)
      .prompt("P1")
      .answer("A", [["c", "spawn_agent", {}]])
      .output("c", "x");
    rollout
      .shown("SubAgentActivity", { id: "c", kind: "started", agent_thread_id: b })
      .put("compacted", { message: "x" });
    rollout
      .event("thread_rolled_back", { num_turns: 1 })
      .event("turn_aborted", {})
      .item("reasoning", { summary: [{ text: "x" }] });
    rollout.item("agent_message", { content: [{ text: "x" }] }).put("session_index", { id: a, thread_name: "x" });
    const lines: string[] = [];
    for (const line of rollout.lines)
      for (const [path, changed] of changes(line, values)) lines.push(JSON.stringify({ ...changed, path }));
    const name = new Rollout("0.171.0", a).path();
    const { rows } = await readHome([[name, `${lines.join("\n")}\n`]]);
    expect(rows.length).toBeGreaterThan(100);
    for (const line of lines.slice(0, 400)) expect(() => codex.accepts(name, JSON.parse(line) as Json)).not.toThrow();
  });

  it.each<[string, Json]>([
    ["a folder of its own", { id: "../../up" }],
    ["the name of a part of every object", { id: "__proto__" }],
    ["an agent of itself", { source: { subagent: { thread_spawn: { parent_thread_id: a } } } }],
    ["a base in itself", { history_base: { thread_id: a, end_ordinal_exclusive: 3 } }],
    ["a fork of itself", { forked_from_id: a }],
  ])("a header that names %s", async (_, meta) => {
    const { rows } = await readHome([new Rollout("0.171.0", a, meta).turn("P1")]);
    expect(rows.some((row) => row.includes("prompt: P1"))).toBe(true);
  });
});

/** A record with each of its fields, down to the third level, changed to each value. */
function* changes(record: Json, values: readonly unknown[]): Generator<[string, Json]> {
  for (const [name, value] of Object.entries(record)) {
    for (const other of values) yield [name, { ...record, [name]: other }];
    if (value === null || typeof value !== "object" || Array.isArray(value)) continue;
    for (const [path, changed] of changes(value as Json, values))
      yield [`${name}.${path}`, { ...record, [name]: changed }];
  }
}
