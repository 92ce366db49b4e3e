import { describe, expect, it } from "vitest";
import { projectOf, sessionPath, sessionStemOf } from "../src/index.ts";
import type { FlowContent, Message, Session } from "../src/index.ts";

describe("sessionStemOf", () => {
  it.each([
    ["p/a.jsonl", "p/a"],
    ["p/a/subagents/agent-1.jsonl", "p/a"],
    ["p/a/tool-results/b.txt", "p/a"],
    ["p/a/workflows/w/agent-1.jsonl", "p/a"],
    ["subagents/a.jsonl", "subagents/a"],
    ["p/subagents", "p/subagents"],
  ])("%s is of %s", (path, stem) => expect(sessionStemOf(path)).toBe(stem));
});

describe("projectOf", () => {
  it.each<[string | undefined, string | undefined, string | undefined]>([
    ["-home-me-app/a.jsonl", "/home/me/.claude/projects", "-home-me-app"],
    ["-home-me-app/a/subagents/agent-1.jsonl", undefined, "-home-me-app"],
    ["a.jsonl", "/home/me/.claude/projects/-home-me-app/", "-home-me-app"],
    ["a.jsonl", "C:\\projects\\-home-me-app", "-home-me-app"],
    ["-home-me-app--claude-worktrees-fix-1/a.jsonl", undefined, "-home-me-app"],
    ["k--work-app/a.jsonl", undefined, "K--work-app"],
    ["a.jsonl", "K:\\projects\\k--work-app--claude-worktrees-x", "K--work-app"],
    ["--claude-worktrees-x/a.jsonl", undefined, "--claude-worktrees-x"],
    ["ab--work/a.jsonl", undefined, "ab--work"],
    ["a.jsonl", "a.jsonl", undefined],
    ["a.jsonl", undefined, undefined],
    [undefined, undefined, undefined],
  ])("of %s in %s is %s", (path, folder, name) => expect(projectOf(path, folder)).toBe(name));
});

describe("sessionPath", () => {
  const said = (path?: string): Message => ({
    type: "message",
    role: "user",
    actor: "human",
    origin: "prompt",
    uuids: [],
    children: [],
    ...(path === undefined ? {} : { data: { path } }),
  });
  const branch = (...children: FlowContent[]): FlowContent => ({
    type: "branch",
    uuid: "b",
    rule: "rewind",
    from: null,
    children,
  });
  const session = (...children: FlowContent[]): Session => ({ type: "session", sessionId: "s", children });

  it("is that of the session, of its first message, or of the first one on its branch", () => {
    expect(sessionPath({ ...session(said("p/b.jsonl")), data: { path: "p/a.jsonl" } })).toBe("p/a.jsonl");
    expect(sessionPath(session(said(), said("p/b.jsonl")))).toBe("p/b.jsonl");
    expect(sessionPath(session(branch(said("p/c.jsonl")), branch(said("p/d.jsonl"))))).toBe("p/c.jsonl");
  });

  it("is absent where nothing says it", () => expect(sessionPath(session(said(), branch(said())))).toBeUndefined());
});
