import type { FlowContent } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { editsOf, pathFromBeginning, sessionPaths, whoOf } from "../src/index.ts";
import { call, edit, said, session, write } from "./world.ts";

type ThreadOf<Type extends FlowContent["type"]> = Extract<FlowContent, { type: Type }>;

const branch = (uuid: string, active: true | undefined, ...children: FlowContent[]): ThreadOf<"branch"> => ({
  type: "branch",
  uuid,
  rule: "rewind",
  from: { uuid: "u1" },
  active,
  children,
});
const agent = (agentId: string, ...children: FlowContent[]): ThreadOf<"agent"> => ({
  type: "agent",
  agentId,
  agentType: "Explore",
  mode: "sync",
  nestingLevel: 1,
  from: { rule: "result-agent-id" },
  messageCount: children.length,
  children,
});
const later = (sessionId: string, ...children: FlowContent[]): ThreadOf<"session"> => ({
  type: "session",
  sessionId,
  from: { uuid: "u1" },
  children,
});

const uuidsOf = (tree: ReturnType<typeof session>) =>
  editsOf(tree)
    .files.flatMap(({ edits }) => edits)
    .sort((a, b) => a.order - b.order)
    .map((one) => `${one.uuid} ${whoOf(one)}`);

describe("the edits on a path", () => {
  it("branches that were not continued, and sessions that continue this one, are not on its path, and are counted", () => {
    const tree = session(
      said("u1", 1, write("a.txt", "1")),
      branch("u2", undefined, said("u2", 2, write("a.txt", "2")), agent("x", said("x1", 3, write("a.txt", "x")))),
      branch("u3", true, said("u3", 4, write("a.txt", "3"))),
      later("s2", said("v1", 5, write("a.txt", "5"))),
    );
    const paths = sessionPaths(tree);
    expect(paths.map((path) => [path.session.sessionId, uuidsOf(path.tree), path.abandoned])).toEqual([
      ["s1", ["u1 main", "u3 main"], 2],
      ["s2", ["v1 main"], 0],
    ]);
    expect(editsOf(tree)).toMatchObject({ sessionId: "s2" });
  });

  it("a session that continues another one takes the contents of files from there, and lists only its own edits", () => {
    const tree = session(
      said("u1", 1, write("a.txt", "1\n")),
      branch(
        "u2",
        undefined,
        said("u2", 2, edit("a.txt", "1", "2", null)),
        later("s2", said("v1", 5, edit("a.txt", "2", "3", null))),
      ),
      branch("u3", true, said("u3", 4, edit("a.txt", "1", "x", null))),
    );
    const [, path] = sessionPaths(tree);
    expect(editsOf(path!.tree).files[0]!.known).toBe("unknown");
    const [file] = editsOf(pathFromBeginning(tree, path!), { sessionId: "s2" }).files;
    expect(file!.edits.map(({ before, after }) => [before.content, after.content])).toEqual([["2\n", "3\n"]]);
    const [first] = sessionPaths(tree);
    expect(pathFromBeginning(tree, first!)).toBe(first!.tree);
  });

  it("agents run beside their thread, so edits are ordered by time, and those without a time stay where they are", () => {
    const untimed = { ...said("u3", 0, write("a.txt", "3")), timestamp: undefined } as FlowContent;
    const tree = session(
      said("u1", 1, write("a.txt", "1")),
      agent("x", said("x1", 2, write("b.txt", "x")), said("x2", 6, write("a.txt", "x"))),
      untimed,
      said("u4", 4, write("a.txt", "4")),
    );
    expect(uuidsOf(tree)).toEqual(["u1 main", "u3 main", "x1 Explore", "u4 main", "x2 Explore"]);
    expect(editsOf(tree).files.map(({ path }) => path)).toEqual(["/home/me/app/a.txt", "/home/me/app/b.txt"]);
  });

  it("a call that failed, or has no result, changed nothing; a copy of a call is not counted again", () => {
    const failed = call("Write", { file_path: "/home/me/app/a.txt" }, "Error");
    failed.result!.isError = true;
    const open = call("Write", { file_path: "/home/me/app/a.txt", content: "" }, undefined, { result: undefined });
    const copy = { ...write("a.txt", "1"), repeats: { uuid: "u1", rule: "forked-call" } };
    const twice = write("a.txt", "2");
    const report = editsOf(
      session(said("u1", 1, failed, open), agent("x", said("x1", 2, copy, twice)), said("u2", 3, twice)),
    );
    expect([report.failed, report.files.flatMap(({ edits }) => edits.map(({ uuid }) => uuid))]).toEqual([1, ["x1"]]);
  });

  it("only the edits of some files, and the failed calls of those", () => {
    const failed = call("Write", { file_path: "/home/me/app/a.txt" }, "Error");
    failed.result!.isError = true;
    const tree = session(said("u1", 1, failed, write("a.txt", "1")), said("u2", 2, write("b.txt", "2")));
    const of = (end: string) => editsOf(tree, { isMeant: (path) => path.endsWith(end) });
    expect([of("a.txt").failed, of("a.txt").files.map(({ path }) => path)]).toEqual([1, ["/home/me/app/a.txt"]]);
    expect([of("b.txt").failed, of("b.txt").files.map(({ path }) => path)]).toEqual([0, ["/home/me/app/b.txt"]]);
  });

  it("only the edits of some tools, with the states that all of them give", () => {
    const tree = session(said("u1", 1, write("a.txt", "a\n")), said("u2", 2, edit("a.txt", "a", "b", null)));
    const [file] = editsOf(tree, { tools: ["Edit"] }).files;
    expect(file!.edits.map(({ tool, before }) => [tool, before.content])).toEqual([["Edit", "a\n"]]);
  });
});
