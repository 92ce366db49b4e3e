import { showThread } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import type { FlowContent, Message, Session } from "@ccdag/ccast";
import { parseRecords, type Source, toRecord } from "../src/index.ts";
import { jsonl, read } from "./threads.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();
type Row = readonly [uuid: string, parent: string | null, minutes: number];
const file = (rows: readonly Row[]) =>
  jsonl(
    ...rows.map(([uuid, parentUuid, minutes]) => ({
      type: "user",
      uuid,
      parentUuid,
      timestamp: at(minutes),
      message: { content: uuid },
    })),
  );

const s1: readonly Row[] = [
  ["a", null, 0],
  ["b", "a", 1],
  ["c", "b", 2],
  ["d", "c", 3],
  ["e", "d", 4],
  ["f", "e", 5],
  ["g", "f", 6],
];
const s2: readonly Row[] = [
  ["h", "g", 20],
  ["i", "h", 21],
  ["j", "i", 22],
];
const s3: readonly Row[] = [
  ["k", "e", 40],
  ["l", "k", 41],
  ["m", "l", 42],
];
const project = { "s1.jsonl": file(s1), "s2.jsonl": file(s2), "s3.jsonl": file(s3) };

/** Sessions and entries in reading order. */
function sequence(nodes: readonly FlowContent[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === "session") return [node.sessionId, ...sequence(node.children)];
    return node.type === "message" ? [node.uuid!] : [];
  });
}
const find = (nodes: readonly FlowContent[], uuid: string): Message =>
  nodes.flatMap(
    (node) =>
      (node.type === "session"
        ? find(node.children, uuid)
        : node.type === "message" && node.uuid === uuid
          ? node
          : []) as Message[],
  )[0]!;

describe("buildSessions", () => {
  it("C071 C072 C074: a session is a child of the thread with the parent of its first own entry", () => {
    const { sessions } = read(project);
    const [root] = sessions.roots;
    expect(sessions.roots.map(({ info }) => info.sessionId)).toEqual(["s1"]);
    expect(sessions.attachedTo(root!).map(({ thread, at: entry }) => [thread.info.sessionId, entry.id])).toEqual([
      ["s2", "g"],
      ["s3", "e"],
    ]);
  });

  it("C073 C075: reading is depth first, children by the time of their first entry", () => {
    expect(sequence(read(project).tree.children)).toEqual("s1 a b c d e f g s2 h i j s3 k l m".split(" "));
    const overlap = {
      ...project,
      "s3.jsonl": file([
        ["k", "e", 5],
        ["l", "k", 11],
        ["m", "l", 13],
      ]),
    };
    expect(sequence(read(overlap).tree.children)).toEqual("s1 a b c d e f g s3 k l m s2 h i j".split(" "));
  });

  it("C008 C009 C076 C077: junctions are notes on messages and split no thread; sessions link back", () => {
    const { tree } = read(project);
    const junctions = [..."abcdefg"].flatMap((uuid) =>
      (find(tree.children, uuid).junctions ?? []).map(({ sessionId }) => `${uuid}→${sessionId}`),
    );
    expect(junctions).toEqual(["e→s3", "g→s2"]);
    const children = (tree.children[0] as Session).children.filter((node): node is Session => node.type === "session");
    expect(children.map(({ sessionId, from }) => [sessionId, from!.uuid, from!.sessionId])).toEqual([
      ["s2", "g", "s1"],
      ["s3", "e", "s1"],
    ]);
  });

  it("C070: a session whose first parent is null or does not exist is a root", () => {
    const { sessions: roots } = read({ "a.jsonl": file([["a", null, 9]]), "b.jsonl": file([["b", "gone", 1]]) });
    expect(roots.roots.map(({ info }) => info.sessionId)).toEqual(["b", "a"]);
  });

  it("a forked session that continues from two entries of its parent has two beginnings", () => {
    const talk = (uuid: string, parentUuid: string, minutes: number, type = "user") => ({
      type,
      uuid,
      parentUuid,
      timestamp: at(minutes),
      message: { id: uuid, content: uuid },
    });
    const { tree: forked } = read({
      "s1.jsonl": project["s1.jsonl"],
      "s4.jsonl": jsonl(
        talk("n", "g", 50),
        talk("o", "n", 51, "assistant"),
        talk("p", "e", 52),
        talk("q", "p", 53, "assistant"),
      ),
    });
    const child = (forked.children[0] as Session).children.find((node) => node.type === "session")!;
    const branches = child.children.flatMap((node) =>
      node.type === "branch" ? [[node.uuid, node.from?.uuid, node.active]] : [],
    );
    expect(branches).toEqual([
      ["n", "g", undefined],
      ["p", "e", true],
    ]);
  });

  it("issue 43: so has one of a client in which every fork is a choice, also without an answer", () => {
    const chosen: Source = {
      name: "chosen",
      accepts: () => true,
      *entries(input, options) {
        for (const one of parseRecords(input, options))
          yield "form" in one ? one : toRecord(one.raw, one.location, { isChosen: true });
      },
    };
    const header = jsonl({ type: "header", uuid: "h0", parentUuid: null, timestamp: at(49) });
    const fork = file([
      ["n", "g", 50],
      ["p", "e", 52],
    ]);
    const { tree: forked } = read({ "s1.jsonl": project["s1.jsonl"], "s4.jsonl": `${header}${fork}` }, [
      { sources: [chosen] },
    ]);
    const child = (forked.children[0] as Session).children.find((node) => node.type === "session")!;
    expect(child).toMatchObject({ from: { uuid: "g", sessionId: "s1" } });
    const branches = child.children.flatMap((node) => (node.type === "branch" ? [[node.uuid, node.from?.uuid]] : []));
    expect(branches).toEqual([
      ["n", "g"],
      ["p", "e"],
    ]);
  });

  it("a file in which every entry is a copy is an empty session that names what it continues", () => {
    const { tree: copied } = read({ "s1.jsonl": file(s1), "s5.jsonl": file(s1) });
    const empty = (copied.children[0] as Session).children.find((node): node is Session => node.type === "session")!;
    expect(empty).toMatchObject({ sessionId: "s5", from: { uuid: "g", sessionId: "s1" }, children: [] });
    expect(find(copied.children, "a").alsoIn).toEqual([{ uuid: "a", sessionId: "s5" }]);
  });

  describe("a session that begins with an accepted plan", () => {
    const call = (uuid: string, minutes: number) => ({
      type: "assistant",
      uuid,
      parentUuid: null,
      timestamp: at(minutes),
      message: { id: uuid, content: [{ type: "tool_use", id: uuid, name: "ExitPlanMode", input: { plan: "Dig." } }] },
    });
    const plan = (path: string, more: object = { planContent: "Dig." }) => ({
      type: "user",
      uuid: "p",
      parentUuid: null,
      timestamp: at(5),
      message: { content: `Implement: Dig.\n\nread the full transcript at: old.jsonl\n${path}` },
      ...more,
    });
    const last = "If needed, read the full transcript at: C:\\Users\\ada\\s1.jsonl";
    const planned = jsonl(call("c1", 1), call("c2", 2), call("c3", 9));
    it.each([
      ["continues the last call for its plan in the transcript that it names", plan(last), "c2"],
      ["has no parent where that transcript is missing", plan(last.replace("s1", "s3")), undefined],
      ["has no parent where it names none", plan("", { planContent: "Dig." }), undefined],
      ["is an ordinary prompt without the plan", plan(last, {}), undefined],
    ])("%s", (_, prompt, uuid) => {
      const { sessions } = read({ "s1.jsonl": planned, "s2.jsonl": jsonl(prompt) });
      const trunk = sessions.threads.trunks.find(({ info }) => info.path === "s2.jsonl")!;
      expect(sessions.attachment(trunk)?.at.id).toBe(uuid);
    });
  });

  it("of two files that are children of each other, one becomes a root", () => {
    const both = {
      "s1.jsonl": file([
        ["a", "y", 1],
        ["b", "gone", 2],
      ]),
      "s2.jsonl": file([
        ["x", "b", 3],
        ["y", "gone", 4],
      ]),
    };
    const { tree: output, rules } = read(both);
    expect(rules).toContain("parent-cycle");
    expect(sequence(output.children).sort()).toEqual(["a", "b", "s1", "s2", "x", "y"]);
  });

  it("titles: that of the user wins, then the client's last; a summary goes to the file of its leaf", () => {
    const titled = {
      "s1.jsonl": file(s1) + jsonl({ type: "ai-title", aiTitle: "old" }, { type: "ai-title", aiTitle: "new" }),
      "s2.jsonl":
        file([["x", null, 1]]) +
        jsonl({ type: "ai-title", aiTitle: "made" }, { type: "custom-title", customTitle: "mine" }),
      "t.jsonl": jsonl(
        { type: "summary", summary: "of three", leafUuid: "y" },
        { type: "summary", summary: "lost", leafUuid: "gone" },
      ),
      "s3.jsonl": file([["y", null, 2]]),
    };
    const { tree: output, sessions: found } = read(titled);
    expect(output.children.map((node) => (node as Session).title)).toEqual(["new", "mine", "of three"]);
    expect(found.evidence.map(({ raw }) => raw["summary"])).toEqual(["lost"]);
  });
});

describe("extractLines", () => {
  it("C060 C061 C062: the entries of a session are walked from every root of it", () => {
    const { threads } = read({
      "s1.jsonl": file([
        ["a", null, 0],
        ["b", "a", 1],
        ["c", "gone", 2],
        ["d", "c", 3],
      ]),
    });
    expect(threads.trunks.map(showThread)).toEqual(["a b c d"]);
  });

  it("C063: further roots are at their own position in the file, not at the end of the thread", () => {
    const { threads } = read({
      "s1.jsonl": file([
        ["a", null, 9],
        ["c", "gone", 1],
        ["b", "a", 8],
        ["d", "c", 0],
      ]),
    });
    expect(threads.trunks.map(showThread)).toEqual(["a c b d"]);
  });

  it("C064 C066: every entry of the graph is in one thread once, also with damaged parents", () => {
    const { threads, dag, rules } = read({
      "s1.jsonl": file([
        ["a", "d", 0],
        ["b", "a", 1],
        ["b2", "a", 2],
        ["d", "b", 3],
        ["x", "gone", 4],
        ["x2", "x", 5],
      ]),
    });
    const output = threads.trunks.flatMap((thread) => showThread(thread).split(/[ |*]+/)).filter(Boolean);
    expect(output.sort()).toEqual([...dag.entries.keys()].sort());
    expect(new Set(output).size).toBe(output.length);
    expect(rules).not.toContain("incomplete-walk");
  });

  it("C067 C114: a fork with two prompts at different times is a rewind; one side is active", () => {
    const { threads } = read({
      "s1.jsonl": file([
        ["a", null, 0],
        ["b", "a", 1],
        ["c", "a", 2],
      ]),
    });
    expect(threads.trunks.map(showThread)).toEqual(["a | b | c*"]);
    expect(threads.judged("a")!.rule).toBe("rewind");
  });

  it("a rewind to the first prompt has two beginnings, and no warning", () => {
    const talk = (uuid: string, parentUuid: string | null, minutes: number, type = "user") => ({
      type,
      uuid,
      parentUuid,
      timestamp: at(minutes),
      message: { id: uuid, content: uuid },
    });
    const { threads, rules } = read({
      "s1.jsonl": jsonl(
        talk("a", null, 0),
        talk("b", "a", 1, "assistant"),
        talk("c", null, 2),
        talk("d", "c", 3, "assistant"),
      ),
    });
    expect(threads.trunks.map(showThread)).toEqual(["| a b | c d*"]);
    expect(rules).toEqual([]);
  });

  it("the side that last-prompt names is active", () => {
    const rows = file([
      ["a", null, 0],
      ["b", "a", 1],
      ["c", "a", 2],
    ]);
    const { threads } = read({ "s1.jsonl": rows + jsonl({ type: "last-prompt", leafUuid: "b" }) });
    expect(threads.trunks.map(showThread)).toEqual(["a | b* | c"]);
    const explicit = read({
      "s1.jsonl": rows + jsonl({ type: "last-prompt", leafUuid: "b" }, { type: "last-prompt", leafUuid: "00000000" }),
    });
    expect(explicit.threads.trunks.map(showThread)).toEqual(["a | b | c*"]);
  });
});
