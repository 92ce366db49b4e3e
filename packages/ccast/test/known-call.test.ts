import { describe, expect, it } from "vitest";
import { asKnownCall, type ToolCall } from "../src/index.ts";

const call = (name: string, input: unknown): ToolCall =>
  ({ type: "toolCall", id: "t", name, input, children: [] }) as never;

describe("calls of other agents (issue 43, E10)", () => {
  it.each<[string, unknown, string, unknown]>([
    ["exec_command", { cmd: "ls", yield_time_ms: 1 }, "Bash", { command: "ls" }],
    ["shell", { command: ["bash", "-lc", "ls -a | wc"] }, "Bash", { command: "ls -a | wc" }],
    ["shell", { command: ["git", "status"] }, "Bash", { command: "git status" }],
    [
      "update_plan",
      { plan: [{ step: "Sow", status: "completed" }] },
      "TodoWrite",
      { todos: [{ content: "Sow", status: "completed" }] },
    ],
    ["run_shell_command", { command: "ls", description: "look" }, "Bash", { command: "ls", description: "look" }],
    ["read_file", { absolute_path: "/a" }, "Read", { file_path: "/a" }],
    [
      "replace",
      { file_path: "a", old_string: "b", new_string: "c" },
      "Edit",
      { file_path: "a", old_string: "b", new_string: "c" },
    ],
    [
      "edit",
      { filePath: "a", oldString: "b", newString: "c" },
      "Edit",
      { file_path: "a", old_string: "b", new_string: "c" },
    ],
    ["edit", { path: "a", old_str: "b", new_str: "c" }, "Edit", { file_path: "a", old_string: "b", new_string: "c" }],
    ["create", { path: "a", file_text: "b" }, "Write", { file_path: "a", content: "b" }],
    ["todowrite", { todos: [] }, "TodoWrite", { todos: [] }],
  ])("%s %j is %s", (name, input, known, fields) => {
    expect(asKnownCall(call(name, input))).toMatchObject({ name: known, input: fields, id: "t" });
  });

  it.each([
    ["edit", { path: "a", edits: [{ oldText: "b", newText: "c" }] }],
    ["Bash", { command: "ls" }],
    ["constructor", {}],
    ["read", "no fields"],
    ["deploy", { to: "sea" }],
  ])("%s %j stays what it is", (name, input) => {
    const one = call(name, input);
    expect(asKnownCall(one)).toBe(one);
  });
});
