import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  findProjects,
  findSessions,
  newestSession,
  projectName,
  projectsRoot,
  readProject,
  readTranscript,
} from "../src/index.ts";

function scratch(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  return folder;
}
const pathsOf = async (file: ReturnType<typeof readProject>) => (await file).data.companions!.map(({ path }) => path);

describe("readProject", () => {
  it("C020: reads every transcript below a folder, sorted, with paths relative to it, and the sidecars: notes on agents, workflows, large outputs", async () => {
    const folder = scratch(
      "p/s2.jsonl",
      "p/s1.jsonl",
      "p/s1/subagents/agent-7f.jsonl",
      "p/s1/subagents/agent-7f.meta.json",
      "p/s1/subagents/workflows/w/journal.jsonl",
      "p/s1/tool-results/b1.txt",
      "p/s1/workflows/w.json",
      "p/s1/workflows/scripts/review-w.js",
      "p/settings.json",
      "p/journal.jsonl",
      "history.jsonl",
      "p/notes.md",
    );
    expect(await pathsOf(readProject(folder))).toEqual([
      "p/s1.jsonl",
      "p/s1/subagents/agent-7f.jsonl",
      "p/s1/subagents/agent-7f.meta.json",
      "p/s1/subagents/workflows/w/journal.jsonl",
      "p/s1/tool-results/b1.txt",
      "p/s1/workflows/w.json",
      "p/s2.jsonl",
    ]);
  });

  it("a file that cannot be read has a fatal message, and the others are read", async () => {
    const folder = scratch("a.jsonl");
    symlinkSync("/nowhere", join(folder, "b.jsonl"));
    const [first, second] = (await readProject(folder)).data.companions!;
    expect([String(first), second!.messages[0]!.fatal, second!.value]).toEqual(["a.jsonl", true, undefined]);
  });

  it("a folder that does not exist throws", () => expect(readProject("/nowhere")).rejects.toThrow(/ENOENT/));
});

describe("readTranscript", () => {
  it("reads a transcript with the folder of its name and the agent files of its session beside it", async () => {
    const folder = scratch("s1.jsonl", "s1/subagents/agent-7f.jsonl", "s10.jsonl", "s2.jsonl", "deep/s3.jsonl");
    writeFileSync(join(folder, "agent-8a.jsonl"), '{"sessionId": "s1", "uuid": "a"}\n');
    writeFileSync(join(folder, "agent-8a.meta.json"), "{}");
    writeFileSync(join(folder, "agent-9b.jsonl"), '{"sessionId": "s2", "uuid": "b"}\n');
    expect(await pathsOf(readTranscript(join(folder, "s1.jsonl")))).toEqual([
      "agent-8a.jsonl",
      "agent-8a.meta.json",
      "s1.jsonl",
      "s1/subagents/agent-7f.jsonl",
    ]);
  });

  it("reads the transcripts beside it that it continues, and those that they continue, and no others", async () => {
    const folder = scratch("other.jsonl", "deep/held.jsonl");
    const record = (uuid: string, parent: Readonly<Record<string, string | null>>) =>
      `${JSON.stringify({ uuid, ...parent, message: { content: "x" } })}\n`;
    writeFileSync(join(folder, "a.jsonl"), record("a1", { parentUuid: null }));
    writeFileSync(join(folder, "b.jsonl"), record("b1", { parentUuid: null, logicalParentUuid: "a1" }));
    writeFileSync(join(folder, "c.jsonl"), record("c1", { parentUuid: "b1" }));
    writeFileSync(join(folder, "copy.jsonl"), record("a1", { parentUuid: null }) + record("d1", { parentUuid: "a1" }));
    expect(await pathsOf(readTranscript(join(folder, "c.jsonl")))).toEqual(
      expect.arrayContaining(["a.jsonl", "b.jsonl", "c.jsonl"]),
    );
    expect(await pathsOf(readTranscript(join(folder, "copy.jsonl")))).toEqual(["copy.jsonl"]);
    expect(await pathsOf(readTranscript(join(folder, "a.jsonl")))).toEqual(["a.jsonl"]);
  });
});

describe("finding", () => {
  it("the root is the configured folder, else the one in the home directory; a project is named after its directory", () => {
    expect(projectsRoot({ CLAUDE_CONFIG_DIR: "/c", HOME: "/h" })).toBe("/c/projects");
    expect(projectsRoot({ HOME: "/h" })).toBe("/h/.claude/projects");
    expect(projectName("/home/me/my_app.ts")).toBe("-home-me-my-app-ts");
  });

  it("projects are the folders that hold transcripts", async () => {
    const root = scratch("-a/s.jsonl", "-b/s2.jsonl", "-b/s2/subagents/agent-1.jsonl", "-c/notes.md");
    expect(await findProjects(root)).toEqual([join(root, "-a"), join(root, "-b")]);
    expect(await findProjects("/nowhere")).toEqual([]);
    const other = scratch("agent-notes/s.jsonl", "agent-notes/agent-1.jsonl");
    expect(await findProjects(other)).toEqual([join(other, "agent-notes")]);
  });

  it("a project may hold only files of agents", async () => {
    const root = scratch(
      "-d/agent-2.jsonl",
      "-e/s/subagents/agent-3.jsonl",
      "-f/s/subagents/workflows/w/agent-4.jsonl",
    );
    expect(await findProjects(root)).toEqual([join(root, "-d"), join(root, "-e"), join(root, "-f")]);
    expect(await findProjects(join(root, "-e"))).toEqual([join(root, "-e")]);
  });

  it("sessions are found by the beginning of their id; an exact match comes alone", async () => {
    const root = scratch("-a/abc.jsonl", "-b/abcd.jsonl", "-b/agent-abc.jsonl");
    expect(await findSessions(root, "ab")).toHaveLength(2);
    expect(await findSessions(root, "abc")).toEqual([join(root, "-a/abc.jsonl")]);
    expect(await findSessions("/nowhere", "x")).toEqual([]);
  });

  it("the newest session is the one that was modified last; empty files do not count", async () => {
    const root = scratch("old.jsonl", "new.jsonl", "agent-1.jsonl", "empty.jsonl");
    writeFileSync(join(root, "empty.jsonl"), "");
    utimesSync(join(root, "old.jsonl"), 1, 1);
    expect(await newestSession(root)).toBe(join(root, "new.jsonl"));
    expect(await newestSession("/nowhere")).toBeUndefined();
  });
});
