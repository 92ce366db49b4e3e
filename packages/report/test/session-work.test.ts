import type { Session } from "@ccdag/ccast";
import { agent, answer, branch, message, session, toolCall, toolResult, tree } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { sessionWork } from "../src/index.ts";

/** The work of the only session as lines, such as `todo: Dig (in progress) @a1`. */
function workOf(...children: Parameters<typeof session>[1][]): string[] {
  const document = tree(session({ sessionId: "s1", cwd: "/home/me/app" }, message("u1", "begin"), ...children));
  return [...sessionWork(document).values()].flat().map(({ kind, text, detail, agent: by, entry }) => {
    const more = [by, detail].filter(Boolean).join(": ");
    return `${kind}: ${text}${more === "" ? "" : ` (${more})`}${entry === undefined ? "" : ` @${entry}`}`;
  });
}

const failure = (words: string) => toolResult({ isError: true }, words);
const todos = (...list: Array<readonly [content: string, status: string]>) =>
  toolCall("TodoWrite", { todos: list.map(([content, status]) => ({ content, status })) }, "ok");
const created = (id: string, subject: string) =>
  toolCall({ id: `c${id}`, name: "TaskCreate" }, { subject }, toolResult({ structured: { task: { id } } }, "ok"));
const updated = (taskId: string, input: object) => toolCall("TaskUpdate", { taskId, ...input }, "ok");

describe("sessionWork (issue 45: lists over all sessions)", () => {
  it("lists failed calls, those of agents and branches included, with paths relative to the folder", () => {
    expect(
      workOf(
        answer("a1", "", toolCall("Bash", { command: "npm test" }, failure("Exit code 1\n3 failed"))),
        answer("a2", "", toolCall("Bash", { command: "ls" }, "fine")),
        agent(
          { agentId: "g", agentType: "Explore", from: { rule: "unanchored-agent" } },
          answer(
            "g1",
            "",
            toolCall(
              "Read",
              { file_path: "/home/me/app/src/a.ts" },
              failure("<tool_use_error>No file.</tool_use_error>"),
            ),
          ),
        ),
        branch(
          { uuid: "b1", rule: "rewind", from: { uuid: "a2" } },
          answer("b1", "", toolCall("Grep", { pattern: "x" }, failure("bad pattern"))),
        ),
      ),
    ).toEqual([
      "failed: Bash: npm test (Exit code 1 3 failed) @a1",
      "failed: Read: src/a.ts (Explore: No file.) @g1",
      "failed: Grep: x (bad pattern) @b1",
    ]);
  });

  it("lists the todos of the last list that are open, of another coding agent too", () => {
    expect(
      workOf(
        answer("a1", "", todos(["Dig", "pending"], ["Sow", "pending"])),
        answer("a2", "", todos(["Dig", "completed"], ["Sow", "in_progress"], ["Reap", "pending"])),
      ),
    ).toEqual(["todo: Sow (in progress) @a2", "todo: Reap @a2"]);
    expect(
      workOf(answer("a1", "", toolCall("update_plan", { plan: [{ step: "Dig", status: "pending" }] }, "ok"))),
    ).toEqual(["todo: Dig @a1"]);
    expect(workOf(answer("a1", "", todos(["Dig", "pending"])), answer("a2", "", todos()))).toEqual([]);
  });

  it("follows the tasks of a board: closed, deleted, renamed, opened again", () => {
    expect(
      workOf(
        answer("a1", "", created("1", "Dig"), created("2", "Sow"), created("3", "Reap")),
        answer("a2", "", updated("1", { status: "completed" }), updated("2", { status: "deleted" })),
        answer("a3", "", updated("1", { status: "in_progress" }), updated("3", { subject: "Reap all" })),
      ),
    ).toEqual(["todo: Dig (in progress) @a3", "todo: Reap all @a3"]);
  });

  it("knows only the todos of the path on which the person continued", () => {
    const kept = branch(
      { uuid: "b2", rule: "rewind", from: { uuid: "u1" }, active: true },
      answer("b2", "", todos(["Sow", "pending"])),
    );
    const left = branch(
      { uuid: "b1", rule: "rewind", from: { uuid: "u1" } },
      answer("b1", "", todos(["Dig", "pending"])),
    );
    expect(workOf(left, kept)).toEqual(["todo: Sow @b2"]);
  });

  it("lists plans by their heading, also those that are recorded with the result, and what became of them", () => {
    const plan = (input: object, result?: ReturnType<typeof toolResult>) => toolCall("ExitPlanMode", input, result);
    expect(
      workOf(
        answer("a1", "", plan({ plan: "\n# Dig first\n\n1. Dig" }, toolResult({}, "ok"))),
        answer("a2", "", plan({}, toolResult({ structured: { plan: "Sow then" } }, "ok"))),
        answer("a3", "", plan({ plan: "Reap" })),
        answer("a4", "", plan({ plan: "Burn" }, failure("no"))),
      ),
    ).toEqual([
      "plan: Dig first (accepted) @a1",
      "plan: Sow then (accepted) @a2",
      "plan: Reap (not answered) @a3",
      "failed: ExitPlanMode: Burn (no) @a4",
      "plan: Burn (rejected) @a4",
    ]);
  });

  it("takes the heading of a plan in any script", () => {
    const plan = toolCall("ExitPlanMode", { plan: "# 先に掘る\n\n1. Dig" }, toolResult({}, "ok"));
    expect(workOf(answer("a1", "", plan))).toEqual(["plan: 先に掘る (accepted) @a1"]);
  });

  it("lists pull requests, and changed files with the number of their edits", () => {
    const write = (path: string) =>
      toolCall(
        "Write",
        { file_path: path, content: "x" },
        toolResult({ structured: { type: "create", filePath: path, content: "x" } }, "ok"),
      );
    const one = session(
      { sessionId: "s1", cwd: "/home/me/app", pulls: [{ url: "https://github.com/o/r/pull/7", number: 7 }] },
      message("u1", "begin"),
      answer("a1", "", { ...write("/home/me/app/a.ts"), id: "w1" }),
      answer("a2", "", { ...write("/home/me/app/a.ts"), id: "w2" }, { ...write("/tmp/b.ts"), id: "w3" }),
    );
    expect(sessionWork(tree(one)).get(one as Session)).toMatchObject([
      { kind: "pr", text: "https://github.com/o/r/pull/7", detail: "#7" },
      { kind: "file", text: "a.ts", path: "/home/me/app/a.ts", detail: "2 edits", entry: "a2" },
      { kind: "file", text: "/tmp/b.ts", path: "/tmp/b.ts", detail: "1 edit", entry: "a2" },
    ]);
  });
});
