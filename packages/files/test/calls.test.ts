import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readPartCalls, ScanRoom } from "../src/calls/index.ts";
import { divideProject } from "../src/index.ts";

const session = "11111111-0000-4000-8000-000000000001";
const main = `-srv-app/${session}.jsonl`;

type Line = Record<string, unknown>;
interface Answer extends Line {
  readonly id?: string;
  readonly output?: number;
  readonly model?: string;
  readonly content?: unknown;
  readonly usage?: unknown;
}

const prompt: Line = {
  type: "user",
  uuid: "u0",
  parentUuid: null,
  sessionId: session,
  cwd: "/srv/app",
  message: { content: "Go" },
};

/** A part of an answer. */
function part(uuid: string, parentUuid: string, more: Answer = {}): Line {
  const { id = "m1", output = 5, model = "claude", content = [{ type: "text", text: uuid }], usage, ...rest } = more;
  return {
    type: "assistant",
    uuid,
    parentUuid,
    sessionId: session,
    cwd: "/srv/app",
    requestId: `r-${id}`,
    timestamp: "2026-01-02T10:00:00.000Z",
    message: { id, model, content, usage: usage ?? { input_tokens: 2, output_tokens: output } },
    ...rest,
  };
}

/** Scan transcripts, given as lines by their paths. */
async function scan(files: Readonly<Record<string, ReadonlyArray<Line | string>>>) {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-calls-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
    writeFileSync(join(folder, path), `${text.join("\n")}\n`);
  }
  const project = await divideProject(folder);
  return readPartCalls(project, project.parts[0]!, new ScanRoom());
}

describe("calls of a session without its tree (issue 44)", () => {
  it("counts each call once, with what its last part says, and when its first part came", async () => {
    const lines = [
      prompt,
      part("a1", "u0", { output: 1 }),
      part("a2", "a1", { output: 9, timestamp: "2026-01-02T10:00:03.000Z" }),
      part("b1", "a2", { id: "m2", timestamp: "2026-01-02T10:20:00.000Z" }),
      part("c1", "b1", { id: "m3", model: "<synthetic>" }),
    ];
    const agent = part("d1", "u9", { id: "m4", model: "haiku", isSidechain: true, agentId: "a" });
    const found = await scan({ [main]: lines, [`-srv-app/${session}/subagents/agent-a.jsonl`]: [agent] });
    expect(found).toMatchObject({ session, path: main, cwd: "/srv/app", isExact: false, quarters: [] });
    expect(
      "calls" in found && found.calls.map(({ time, model, usage }) => [time, model, usage["output_tokens"]]),
    ).toEqual([
      [Date.parse("2026-01-02T10:00:00Z"), "claude", 9],
      [Date.parse("2026-01-02T10:20:00Z"), "claude", 5],
      [Date.parse("2026-01-02T10:00:00Z"), "haiku", 5],
    ]);
  });

  it("says when a call was running whose time is not certain", async () => {
    const late = { timestamp: "2026-01-02T10:31:00.000Z" };
    const found = await scan({ [main]: [prompt, part("a1", "u0"), part("a2", "a1", late)] });
    expect("quarters" in found && found.quarters.map((time) => new Date(time).toISOString().slice(11, 16))).toEqual([
      "10:15",
      "10:30",
    ]);
  });

  it("reads lines of Windows, spaces between members, escapes in names, and text beyond ASCII", async () => {
    const spaced = JSON.stringify(part("a1", "u0", { content: [{ type: "text", text: "für ▶ dich" }] }), undefined, 1)
      .replaceAll("\n", "")
      .replace('"uuid"', '"uu\\u0069d"')
      .concat("\r");
    expect(await scan({ [main]: [prompt, spaced] })).toMatchObject({ calls: [{ model: "claude" }], isExact: true });
  });

  const thought = { type: "thinking", thinking: "…", signature: "signed by the API" };
  it.each<[why: string, lines: ReadonlyArray<Line | string>]>([
    ["a damaged file", [part("a1", "u0"), '{"type":"assistant","uu']],
    ["a damaged line", [JSON.stringify(part("a1", "u0")).replace('"message":', '"more":tru,"message":')]],
    ["a record in a field of another one", [{ raw: part("a1", "u0"), usage: {} }]],
    ["a record in a field of another one", [{ raw: JSON.stringify(part("a1", "u0")) }]],
    ["usage of a record that is no answer", [part("a1", "u0", { type: "user" })]],
    ["an answer without an id", [part("a1", "u0", { uuid: null })]],
    ["an answer without a time", [part("a1", "u0", { timestamp: undefined })]],
    ["an answer of another session", [part("a1", "u0", { sessionId: "other" })]],
    ["a record twice", [part("a1", "u0"), part("a1", "u0", { id: "m2" })]],
    ["a call of two models", [part("a1", "u0"), part("a2", "a1", { model: "other" })]],
    ["one message id, several calls", [part("a1", "u0"), part("a2", "a1", { requestId: "r2" })]],
    [
      "parts of a call in two places, without the id of a request",
      [part("a1", "u0", { requestId: undefined }), part("a2", "u0", { requestId: undefined })],
    ],
    ["parts of a call on two days", [part("a1", "u0"), part("a2", "a1", { timestamp: "2026-01-04T10:00:00.000Z" })]],
    [
      "parts of a call apart, with different counts",
      [part("a1", "u0", { output: 9 }), part("b1", "a1", { id: "m2" }), part("a2", "a1", { output: 3 })],
    ],
    [
      "parts of a call that may be copies, with different counts",
      [part("a1", "u0", { content: "same" }), part("a2", "a1", { content: "same", output: 9 })],
    ],
    [
      "one thought in two answers",
      [part("a1", "u0", { content: [thought] }), part("b1", "a1", { id: "m2", content: [thought] })],
    ],
    [
      "a call that only progress records hold",
      [{ type: "progress", uuid: "p1", data: { message: { message: { id: "m9", usage: { input_tokens: 1 } } } } }],
    ],
  ])("leaves to the tree: %s", async (needsTree, lines) => {
    expect(await scan({ [main]: [prompt, ...lines] })).toEqual({ needsTree });
  });

  it.each<[why: string, files: Readonly<Record<string, readonly Line[]>>]>([
    [
      "agents without their session",
      { "-srv-app/agent-a.jsonl": [part("a1", "u0", { agentId: "a", isSidechain: true })] },
    ],
    ["several sessions", { [main]: [prompt], "-srv-app/other.jsonl": [part("a1", "u0")] }],
    [
      "a call in two files that differs",
      {
        [main]: [prompt, part("a1", "u0")],
        [`-srv-app/${session}/subagents/agent-a.jsonl`]: [part("b1", "u0", { output: 9 })],
      },
    ],
  ])("leaves to the tree: %s", async (needsTree, files) => {
    expect(await scan(files)).toEqual({ needsTree });
  });
});
