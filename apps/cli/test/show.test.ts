import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, scratch } from "./world.ts";

const evil = "\u001B]2;OWNED\u0007\u009B2J";
const id = "aaaa1111-0000-4000-8000-000000000001";
const uuid = (number: number) => `${String(number).repeat(8)}-0000-4000-8000-000000000000`;

let parent: string | null = null;
const entry = (number: number, type: string, content: unknown, more: object = {}) => {
  const record = {
    type,
    uuid: uuid(number),
    parentUuid: parent,
    sessionId: id,
    cwd: "/srv/garden",
    timestamp: `2026-03-14T12:0${number}:00.000Z`,
    message: { role: type, content, ...(type === "assistant" ? { id: `m${number}`, model: "claude-x" } : {}) },
    ...more,
  };
  parent = record.uuid;
  return record;
};
const call = (name: string, input: object) => ({ type: "tool_use", id: `t-${name}`, name, input });
const result = (name: string, content: string, isError = false) => ({
  type: "tool_result",
  tool_use_id: `t-${name}`,
  content,
  is_error: isError,
});
const text = (words: string) => ({ type: "text", text: words });

const records = [
  entry(1, "user", `Water the **roses** ${evil} ${"very ".repeat(30)}soon.`),
  entry(2, "assistant", [{ type: "thinking", thinking: "Which can is full?" }, text("Here is `can`:\n\n- one\n- two")]),
  entry(3, "assistant", [call("Bash", { command: "npm test", description: "Run the tests" })]),
  entry(4, "user", [result("Bash", "1 failed: dry", true)]),
  entry(5, "assistant", [call("Edit", { file_path: "/srv/garden/bed.ts", old_string: "a", new_string: "b\nc" })]),
  entry(6, "user", [result("Edit", "done")]),
  entry(7, "assistant", [text("Done.")]),
  entry(8, "user", "And the tulips?"),
  entry(9, "assistant", [text("```ts\nconst tulip = 1;\n```")]),
];

/** Show a session. */
function show(words: readonly string[], io: object = {}) {
  const root = scratch({ [`-srv-garden/${id}.jsonl`]: jsonl(...records) });
  return ccdag(["show", ...words, "--utc", "--root", root], { cwd: root, env: { HOME: scratch() }, ...io });
}

describe("ccdag show", () => {
  it("writes a session as plain text: prompts with a bar, one line for each call, without escapes", async () => {
    const { code, stdout } = await show(["aaaa1111"]);
    expect(code).toBe(0);
    // oxlint-disable-next-line no-control-regex -- none may be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
    expect(stdout).toMatch(/^Water the roses.*\n\/srv\/garden · Claude Code · aaaa1111-.*\n2 turns · .*1 failed call/);
    expect(stdout).toMatch(/── Turn 1 · 2026-03-14 12:01 · .* ─+\n\nHuman · 2026-03-14 12:01\n┃ Water the roses ␛/);
    expect(stdout).toContain(
      "▸ Thinking\n\nHere is can:\n\n• one\n• two\n\n▸ Bash npm test ✗ 1 failed: dry\n▸ Edit bed.ts +2 −1\n",
    );
    expect(stdout).toContain("\n  const tulip = 1;\n");
  });

  it("shows calls whole with --full, and thinking with --thinking", async () => {
    const full = await show(["aaaa1111", "--full"]);
    expect(full.stdout).toContain("▾ Edit bed.ts +2 −1\n    -a\n    +b\n    +c\n");
    expect(full.stdout).toContain("▾ Thinking\n  Which can is full?");
    const thinking = await show(["aaaa1111", "--thinking"]);
    expect(thinking.stdout).toContain("▾ Thinking\n  Which can is full?");
    expect(thinking.stdout).toContain("▸ Edit bed.ts");
    expect((await show(["aaaa1111", "--detail", "talk"])).stdout).not.toMatch(/Edit|Thinking/);
  });

  it("begins with a turn, an entry, or the call of a result, which is then shown whole", async () => {
    expect((await show(["aaaa1111#turn-2"])).stdout).toMatch(/^── Turn 2 .*\n\nHuman .*\n┃ And the tulips\?/);
    expect((await show(["latest#77777777"])).stdout).toMatch(/^(?:Claude.*\n)?Done\.\n/);
    expect((await show(["aaaa1111#44444444"])).stdout).toMatch(/^▾ Bash npm test ✗ [^]*\n {4}1 failed: dry\n/);
    for (const [word, message] of [
      ["turn-9", /Unexpected turn-9, expected a turn of the session/],
      ["0123abcd", /Unexpected `0123abcd` in `aaaa1111#0123abcd`, expected an entry, a branch, an agent, or a turn/],
    ] as const) {
      const { code, stderr } = await show([`aaaa1111#${word}`]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
  });

  it("wraps lines at the width of a terminal, and colours them unless NO_COLOR is set", async () => {
    const { stdout } = await show(["aaaa1111"], { isStdoutTerminal: true, columns: 60 });
    const plain = stripVTControlCharacters(stdout);
    for (const line of plain.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
    expect(plain).toMatch(/^(?:┃ .*\n){3}/m);
    expect(stdout).toContain("\u001B[36m┃ \u001B[39m");
    expect(plain).not.toContain("\u001B");
    const env = { HOME: scratch(), NO_COLOR: "1" };
    expect((await show(["aaaa1111"], { isStdoutTerminal: true, columns: 60, env })).stdout).toBe(plain);
  });

  it("reads a file and stdin, and refuses a project", async () => {
    const folder = scratch({ "talk.jsonl": jsonl(...records) });
    const env = { HOME: scratch() };
    const named = await ccdag(["show", `${join(folder, "talk.jsonl")}#turn-2`], { cwd: folder, env });
    expect([named.code, named.stdout]).toEqual([0, expect.stringMatching(/^── Turn 2 /)]);
    const stdin = (async function* () {
      yield jsonl(...records);
    })();
    expect((await ccdag(["show", "-"], { cwd: folder, env, stdin })).stdout).toContain("┃ Water");
    const project = await show(["garden"]);
    expect([project.code, project.stderr]).toEqual([2, expect.stringMatching(/Unexpected project `garden`/)]);
  });

  it("has one line for an agent, which says how to show it", async () => {
    const agent = "a7989681a02ac278f";
    const spawned = [
      entry(1, "user", "Look."),
      entry(2, "assistant", [call("Task", { description: "Find bugs", prompt: "Find", subagent_type: "Explore" })]),
      { ...entry(3, "user", [result("Task", "None.")]), toolUseResult: { agentId: agent, status: "completed" } },
    ];
    const own = [
      { ...entry(4, "user", "Find"), parentUuid: null, isSidechain: true, agentId: agent },
      { ...entry(5, "assistant", [text("Nothing to be found.")]), isSidechain: true, agentId: agent },
    ];
    const root = scratch({
      [`-srv-garden/${id}.jsonl`]: jsonl(...spawned.map((one, at) => (at === 0 ? { ...one, parentUuid: null } : one))),
      [`-srv-garden/${id}/subagents/agent-${agent}.jsonl`]: jsonl(...own),
    });
    const io = { cwd: root, env: { HOME: scratch() } };
    const { stdout } = await ccdag(["show", "aaaa1111", "--root", root], io);
    const command = /ccdag show (aaaa1111#a7989681)/.exec(stdout)?.[1];
    expect(stdout).not.toContain("Nothing to be found");
    const shown = await ccdag(["show", command!, "--root", root], io);
    expect(shown.stdout).toContain("Nothing to be found.");
    expect(shown.stdout).not.toContain("Look.");
    const found = await ccdag(["show", "aaaa1111#55555555", "--root", root], io);
    expect(found.stdout).toMatch(/Nothing to be found\.\n$/);
  });

  it("shows the call of an agent without a transcript, with its answer, and says so", async () => {
    const spawned = [
      { ...entry(1, "user", "Look."), parentUuid: null },
      entry(2, "assistant", [
        call("Task", { description: "Find bugs", prompt: "Look under leaves", subagent_type: "Explore" }),
      ]),
      {
        ...entry(3, "user", [result("Task", "Two snails.")]),
        toolUseResult: { agentId: "a7989681a02ac278f", status: "completed" },
      },
    ];
    const root = scratch({ [`-srv-garden/${id}.jsonl`]: jsonl(...spawned) });
    const { stdout, stderr } = await ccdag(["show", "aaaa1111#a7989681", "--root", root], {
      cwd: root,
      env: { HOME: scratch() },
    });
    expect(stdout).toMatch(/^▾ Task Explore – Find bugs[^]*Look under leaves[^]*Two snails\./);
    expect(stdout).not.toContain("ccdag show");
    expect(stderr).toBe(
      "Agent a7989681a02ac278f has no transcript; this is the call that spawned it, with its answer\n",
    );
  });

  it("opens the call that a reply begins with, where its entry is asked for", async () => {
    const { stdout } = await show(["aaaa1111#33333333"]);
    expect(stdout).toMatch(/^▾ Bash npm test/);
    expect(stdout).toContain("1 failed: dry");
  });

  it("measures the context of each turn with the window that the session proves", async () => {
    const answered = (number: number, tokens: number) => {
      const { message, ...rest } = entry(number, "assistant", [text("Done.")]);
      const usage = { input_tokens: tokens, output_tokens: 1 };
      return { ...rest, message: { ...message, model: "claude-opus-4-6", usage } };
    };
    const talk = [
      { ...entry(1, "user", "Dig."), parentUuid: null },
      answered(2, 185_000),
      entry(3, "user", "Deeper."),
      answered(4, 208_000),
    ];
    const root = scratch({ [`-srv-garden/${id}.jsonl`]: jsonl(...talk) });
    const { stdout } = await ccdag(["show", "aaaa1111", "--root", root], { cwd: root, env: { HOME: scratch() } });
    expect(stdout).toContain("context peak 208k (21 %)\n");
    expect(stdout.match(/(?<=· context )\w+ \(.*?\)(?= ─)/g)).toEqual(["185k (19 %)", "208k (21 %)"]);
  });

  it("reads a conversation in which each turn was rewound, however long it is", async () => {
    const rewinds = 1500;
    const said = (name: string, above: string | null, at: number, role: string) => ({
      type: role,
      uuid: name,
      parentUuid: above,
      sessionId: id,
      timestamp: new Date(1_770_000_000_000 + 1000 * at).toISOString(),
      message: { role, content: [text(`${name}.`)] },
    });
    const lines = Array.from({ length: rewinds }, (_, at) => {
      const above = at === 0 ? null : `a${at - 1}-kept`;
      const both = [`${at}-left`, `${at}-kept`].map((name, side) => [
        said(`p${name}`, above, 4 * at + 2 * side, "user"),
        said(`a${name}`, `p${name}`, 4 * at + 2 * side + 1, "assistant"),
      ]);
      return both.flat();
    });
    const path = join(scratch({ "s.jsonl": jsonl(...lines.flat()) }), "s.jsonl");
    const { code, stdout } = await ccdag(["show", path]);
    expect(code).toBe(0);
    expect(stdout.match(/^a\d+-kept\.$/gm)).toHaveLength(rewinds);
  });
});
