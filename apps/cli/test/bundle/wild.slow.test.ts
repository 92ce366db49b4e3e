import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { jsonl, scratch } from "../world.ts";

// Shapes of public bug reports and transcripts, with words of their own, as somebody meets them: through the binary.
const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;

type Json = Record<string, unknown>;
type Files = Readonly<Record<string, string>>;

const uuid = (id: string) => `${id.padStart(8, "0")}-0000-4000-8000-000000000000`;
const at = (second: number) => new Date(Date.UTC(2026, 6, 1, 8, 0, second)).toISOString();
let clock = 0;
const record = (type: string, id: string, parent: string | null, more: Json): Json => ({
  type,
  uuid: uuid(id),
  parentUuid: parent === null ? null : uuid(parent),
  sessionId: "s1",
  timestamp: at(++clock),
  cwd: "/home/ada/kiln",
  version: "2.1.200",
  ...more,
});
const user = (id: string, parent: string | null, content: unknown, more: Json = {}) =>
  record("user", id, parent, { message: { role: "user", content }, ...more });
const said = (id: string, parent: string | null, content: unknown, more: Json = {}) =>
  record("assistant", id, parent, {
    requestId: `r${id}`,
    message: {
      id: `m${id}`,
      role: "assistant",
      model: "claude-opus-4-6",
      content: typeof content === "string" ? [{ type: "text", text: content }] : content,
      usage: { input_tokens: 100, output_tokens: 10 },
    },
    ...more,
  });
const call = (id: string, name: string, input: Json) => ({ type: "tool_use", id, name, input });
const result = (id: string, content: unknown = "ok") => [{ type: "tool_result", tool_use_id: id, content }];
const text = (one: Json) => JSON.stringify(one);

/** Run the binary on a folder with transcripts; what it printed. */
function ccdag(files: Files, command: string, ...more: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [bin, command, scratch(files), ...more, "--no-config"], {
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, CCDAG_CACHE: scratch() },
  });
  return `${stdout}${stderr}`;
}

describe("damaged lines", () => {
  const [one, two, three] = [user("1", null, "Fire the kiln"), said("2", "1", "Lit."), user("3", "2", "How hot?")];
  const cut = '{"type":"assistant","uuid":"zz","message":{"content":[{"type":"text","text":"It is';
  it.each<[string, string, RegExp]>([
    [
      "a whole record behind a torn one",
      cut + text(two),
      /s1\.jsonl:2: 1 record on it is read, 81 characters are lost/,
    ],
    ["two records on a line", text(two) + text(three), /s1\.jsonl:2: 2 records on it are read, nothing is lost/],
    ["a record behind NUL bytes", `\0\0\0${text(two)}`, /s1\.jsonl:2: 1 record on it is read, nothing is lost/],
    ["a record in a torn string, and CRLF", `{"type":"us${text(two)}\r`, /1 record on it is read, 11 characters/],
  ])("%s: it is read, and the line is named", (_, line, place) => {
    const files = { "s1.jsonl": `${text(one)}\n${line}\n${text(three)}\n` };
    const checked = ccdag(files, "check");
    expect(checked).toMatch(/^1 line is damaged: 3 lines = .* 1 malformed; [12] records? read on damaged lines$/m);
    expect(checked).toMatch(place);
    const shown = ccdag(files, "export", "-o", "-");
    expect(shown.match(/Fire the kiln|Lit\.|How hot\?/g)?.slice(-3)).toEqual(["Fire the kiln", "Lit.", "How hot?"]);
    expect(shown).not.toContain("branch");
  });
});

describe("threads", () => {
  it("a prompt that is sent again below a progress record is no second process", () => {
    const tree = ccdag(
      {
        "s1.jsonl": jsonl(
          user("1", null, "Glaze the bowls"),
          said("2", "1", [call("t1", "Task", { prompt: "Mix", description: "mix" })]),
          record("progress", "3", "2", { parentToolUseID: "t1", data: { type: "agent_progress", agentId: "a1" } }),
          user("4", "2", result("t1", "Mixed.\nagentId: a1")),
          said("5", "4", "Glazed."),
          user("6", "5", "And the cups"),
          said("7", "6", "API Error: 403", { isApiErrorMessage: true }),
          user("8", "3", "And the cups"),
          said("9", "8", "Cups, too."),
        ),
      },
      "tree",
    );
    expect(tree).not.toMatch(/branch|concurrent/);
    expect(tree).toContain("● session s1");
  });

  it("an agent that writes into two session folders is one agent of the older session", () => {
    const agent = { agentId: "a1", isSidechain: true };
    const files = {
      "s1/subagents/agent-a1.jsonl": jsonl(user("5", null, "Stack", agent)),
      "s2/subagents/agent-a1.jsonl": jsonl(said("6", "5", "Stacked.", { ...agent, sessionId: "s2" })),
    };
    const both = ccdag(
      {
        ...files,
        "s1.jsonl": jsonl(
          user("1", null, "Stack the shelves"),
          said("2", "1", [call("t1", "Task", { prompt: "Stack", description: "stack" })]),
          user("3", "2", result("t1"), { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a1" } }),
        ),
        "s2.jsonl": jsonl(user("4", null, "Sweep", { sessionId: "s2" })),
      },
      "agents",
    );
    expect(both).toMatch(/^1 agent/m);
    expect(both).toMatch(/a1\s.*\b2\b/);
  });

  it("an accepted plan continues the session that planned it", () => {
    const plan = "Implement the following plan: Bake.\n\nIf needed, read the full transcript at: /home/ada/s1.jsonl";
    const tree = ccdag(
      {
        "s1.jsonl": jsonl(user("1", null, "Plan it"), said("2", "1", [call("t1", "ExitPlanMode", { plan: "Bake." })])),
        "s2.jsonl": jsonl(
          user("3", null, plan, { sessionId: "s2", planContent: "Bake.", origin: { kind: "auto-continuation" } }),
          said("4", "3", "Baked.", { sessionId: "s2" }),
        ),
      },
      "tree",
    );
    expect(tree).toMatch(/● session s1 .*\n.*\n└─● session s2 .*leaves from 00000002/);
  });

  it("the session of a teammate in a pane is shown at its call, and has a title of its own", () => {
    const mate = { sessionId: "s2", teamName: "kiln", agentName: "bo" };
    const files = {
      "s1.jsonl": jsonl(
        user("1", null, "Make a team"),
        said("2", "1", [call("t1", "Task", { prompt: "Dig clay", name: "bo", team_name: "kiln" })]),
        user("3", "2", result("t1", "Spawned successfully.\nagent_id: bo@kiln"), {
          toolUseResult: { status: "teammate_spawned", agent_id: "bo@kiln", name: "bo", team_name: "kiln" },
        }),
      ),
      "s2.jsonl": jsonl(
        user("4", null, '<teammate-message teammate_id="team-lead">Dig clay</teammate-message>', mate),
        said("5", "4", "Dug.", mate),
      ),
    };
    expect(ccdag(files, "tree")).toMatch(/─○ agent bo@kiln +teammate/);
    expect(ccdag(files, "export", "-o", "-")).not.toContain("Transcript not found");
    expect(ccdag({ "s2.jsonl": files["s2.jsonl"] }, "ls")).toMatch(/^s2 .*Dig clay/m);
  });

  it("calls with one id and other inputs are all there, and the id is named", () => {
    const ask = (id: string, parent: string, file: string) =>
      said(id, parent, [call("functions.Read:0", "Read", { file_path: file })], { requestId: undefined });
    const files = {
      "s1.jsonl": jsonl(
        user("1", null, "Read the marks"),
        ask("2", "1", "north.txt"),
        user("3", "2", result("functions.Read:0", "N")),
        ask("4", "3", "south.txt"),
        user("5", "4", result("functions.Read:0", "S")),
      ),
    };
    expect(ccdag(files, "export", "-o", "-")).toMatch(/north\.txt[\s\S]*N[\s\S]*south\.txt[\s\S]*S/);
    expect(ccdag(files, "check", "-v")).toMatch(/call-id-collision/);
  });
});

describe("usage", () => {
  it("calls of an agent that only progress records hold count once, under the agent", () => {
    const progress = (id: string, message: string, output: number) =>
      record("progress", id, "2", {
        parentToolUseID: "t1",
        data: {
          type: "agent_progress",
          agentId: "a1",
          message: {
            type: "assistant",
            message: { id: message, model: "claude-haiku-4-5", usage: { input_tokens: 0, output_tokens: output } },
          },
        },
      });
    const usage = ccdag(
      {
        "s1.jsonl": jsonl(
          user("1", null, "Count the tiles"),
          said("2", "1", [call("t1", "Task", { prompt: "Count", description: "count" })]),
          progress("3", "p1", 1),
          progress("4", "p1", 400),
          progress("5", "p2", 600),
          user("6", "2", result("t1", "900.\nagentId: a1")),
        ),
      },
      "usage",
    );
    expect(usage).toMatch(/^ +agent a1 +2 +0 +0 +1,000 /m);
    expect(usage).toMatch(/^all +3 +100 +0 +1,010 /m);
  });

  it("an adviser that the API asked is a tool with its answer, and its tokens are those of its model", () => {
    const one = said("2", "1", [
      { type: "server_tool_use", id: "st1", name: "advisor", input: {} },
      { type: "advisor_tool_result", tool_use_id: "st1", content: { type: "advisor_result", text: "Cool it slowly." } },
      { type: "text", text: "Slowly, then." },
    ]);
    (one["message"] as Json)["usage"] = {
      input_tokens: 100,
      output_tokens: 10,
      iterations: [{ type: "advisor_message", model: "claude-opus-4-8", input_tokens: 5000, output_tokens: 100 }],
    };
    const files = { "s1.jsonl": jsonl(user("1", null, "May I open it?"), one) };
    expect(ccdag(files, "export", "-o", "-")).toMatch(/🔧 advisor<[\s\S]*Cool it slowly\./);
    expect(ccdag(files, "usage", "--by", "model")).toMatch(/^claude-opus-4-8 +1 +5,000 +0 +100 /m);
  });
});

describe("who spoke", () => {
  it.each<[string, Json, RegExp]>([
    [
      "words behind a pasted tag",
      user("1", null, "<bash-stdout>1</bash-stdout> what is it?"),
      /Human ·[^\n]*\n\n.*what is it/,
    ],
    [
      "another session",
      user("1", null, "Kiln is hot", { isMeta: true, origin: { kind: "peer", name: "oven" } }),
      /oven/,
    ],
    ["a schedule", user("1", null, '<scheduled-task name="stoke">Stoke it</scheduled-task>'), /• stoke\n/],
  ])("%s", (_, one, shown) => {
    expect(ccdag({ "s1.jsonl": jsonl(one, said("2", "1", "Yes.")) }, "export", "-o", "-")).toMatch(shown);
  });
});
