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
    ["shell_command", { command: "ls" }, "Bash", { command: "ls" }],
    ["shell", { command: "ls" }, "Bash", { command: "ls" }],
    ["local_shell", { command: ["zsh", "-c", "ls"] }, "Bash", { command: "ls" }],
    ["view_image", { path: "a.png" }, "Read", { file_path: "a.png" }],
    ["update_plan", { plan: ["Sow"] }, "TodoWrite", { todos: ["Sow"] }],
    ["update_plan", { plan: "Sow" }, "TodoWrite", {}],
    ["write_file", { file_path: "a", content: "b" }, "Write", { file_path: "a", content: "b" }],
    ["search_file_content", { pattern: "a", include: "*.ts" }, "Grep", { pattern: "a", glob: "*.ts" }],
    ["grep_search", { pattern: "a", path: "b" }, "Grep", { pattern: "a", path: "b" }],
    ["list_directory", { dir_path: "a" }, "LS", { path: "a" }],
    [
      "write_todos",
      { todos: [{ description: "Sow", status: "pending" }] },
      "TodoWrite",
      { todos: [{ content: "Sow", status: "pending" }] },
    ],
    ["web_fetch", { prompt: "a" }, "WebFetch", { prompt: "a" }],
    ["google_web_search", { query: "a" }, "WebSearch", { query: "a" }],
    ["bash", { command: "ls" }, "Bash", { command: "ls" }],
    ["read", { filePath: "a", offset: 2 }, "Read", { file_path: "a", offset: 2 }],
    ["view", { path: "a" }, "Read", { file_path: "a" }],
    ["write", { filePath: "a", content: "b" }, "Write", { file_path: "a", content: "b" }],
    ["grep", { pattern: "a" }, "Grep", { pattern: "a" }],
    ["glob", { pattern: "a" }, "Glob", { pattern: "a" }],
    ["list", { path: "a" }, "LS", { path: "a" }],
    ["ls", { path: "a" }, "LS", { path: "a" }],
    ["webfetch", { url: "a" }, "WebFetch", { url: "a" }],
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

  it("stay as they are where a tool has a known name and other fields: the view of all others shows them", () => {
    for (const call of [
      { type: "toolCall", id: "t", name: "write_file", input: { path: "a", text: "b" } },
      { type: "toolCall", id: "t", name: "read_file", input: { path: "a" } },
      { type: "toolCall", id: "t", name: "bash", input: { script: "ls" } },
    ] as const)
      expect(asKnownCall(call as never)).toBe(call);
  });
});
