import type { Compaction, FlowContent, Session } from "@ccdag/ccast";
import { showThread } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import type { OwnRule } from "../src/index.ts";
import { jsonl, read, readShape } from "./threads.ts";

const output = (drawing: string) => readShape(drawing).threads.trunks.map(showThread);
const nodes = (tree: { children: FlowContent[] }) => (tree.children[0] as Session).children;
const boundary = (metadata: unknown, more: object = {}) => ({
  type: "system",
  subtype: "compact_boundary",
  uuid: "b",
  parentUuid: null,
  timestamp: "2026-04-14T09:09:20.000Z",
  compactMetadata: metadata,
  ...more,
});
const summary = {
  type: "user",
  uuid: "s",
  parentUuid: "b",
  isCompactSummary: true,
  timestamp: "2026-04-14T09:09:28.000Z",
  message: { content: "What was said." },
};
const compaction = (metadata: unknown) =>
  nodes(read({ "s.jsonl": jsonl(boundary(metadata), summary) }).tree).find(
    (node): node is Compaction => node.type === "compaction",
  )!;

describe("compaction", () => {
  it("C084 C085: each boundary begins a component: one compaction gives two, two give three", () => {
    const once = "U1 ─ A1\n         S1=compact~A1 ─ U2=summary ─ U3 ─ A3";
    const twice = `${once}\n                                           S2=compact~A3 ─ U4=summary ─ U5`;
    expect(readShape(once).dag.roots).toHaveLength(2);
    expect(readShape(twice).dag.roots).toHaveLength(3);
    expect(output(twice)).toEqual(["U1 A1 S1 U2 U3 A3 S2 U4 U5"]);
  });

  it.each([
    ["U1 ─ A1\n         S1=compact~A1 ─ U2=summary ─ U3", ["U1 A1", "S1 U2 U3"]],
    [
      "U1 ─ A1 ┬ U2 ─ A2 ────────────────────────────────────── U6@20 ─ A6@21\n        └           U3@8 ─ A3@9\n                                 S1=compact~A2@10 ─ U4=summary@11",
      ["U1 A1 | U2 A2 U6 A6* | U3 A3", "S1 U4"],
    ],
    ["U1 ─ A1 ──────────────── A2 ───────────── U3\n          S1=compact~A1      U2=summary", ["U1 A1 A2 U3", "S1 U2"]],
    // An entry without its parent continues its neighbour, in any thread.
    ["U1 ─ A1\n         S1=compact~A1 ─ U2=summary\n                             ?A2", ["U1 A1", "S1 U2 A2"]],
  ])("C084 C085 C087 X03: with the policy root each boundary begins another root: %s", (drawing, lines) => {
    const { threads: found, tree, sessions } = readShape(drawing, [], "root");
    expect(found.trunks.map(showThread)).toEqual(lines);
    expect(sessions.roots).toHaveLength(lines.length);
    expect(new Set(tree.children.map((node) => (node as Session).sessionId)).size).toBe(1);
  });

  it("X03: an agent is one thread, with the policy root too", () => {
    const agent = { agentId: "a", mode: "sync" } as const;
    const own: OwnRule = {
      name: "all-agents",
      claim: ({ entries }) => [{ entries, suffix: "", sessionId: "s", agent }],
    };
    const { threads } = readShape("U1 ─ A1\n         S1=compact~A1 ─ U2=summary ─ U3", [{ own: [own] }], "root");
    expect(threads.trunks.map(showThread)).toEqual(["U1 A1 S1 U2 U3"]);
  });

  it("X03: with the policy root a session that begins with a boundary is no child of another", () => {
    const files = {
      "a.jsonl": jsonl({ type: "user", uuid: "u", parentUuid: null, message: { content: "Begin." } }),
      "b.jsonl": jsonl(boundary({}, { logicalParentUuid: "u" }), summary),
    };
    expect(read(files).tree.children).toHaveLength(1);
    expect(read(files, [], "root").tree.children).toHaveLength(2);
  });

  it("C086 C092: a local command may begin a component, early or late", () => {
    const { threads, rules } = readShape("S1=command\n           U1 ─ A1\n                    S2=command");
    expect(threads.trunks.map(showThread)).toEqual(["S1 U1 A1 S2"]);
    expect(rules).not.toContain("unexpected-root");
  });

  it("C068 C087 C088 C089: roots of a known shape are silent, others are counted in one warning", () => {
    const silent = readShape("U1 ─ A1\n         S1=compact~A1 ─ U2=summary\n                             S2=command");
    expect(silent.rules).toEqual([]);
    const { messages } = readShape("U1 ─ A1\n         U2=x+y\n                A3\n                    U4=z");
    expect(messages.map(({ ruleId, message }) => [ruleId, /\d+/.exec(message)?.[0]])).toEqual([
      ["unexpected-root", "3"],
    ]);
  });

  it.each([
    ["C090", "the first prompt", "U1 ─ A1"],
    ["C091", "a boundary", "U1 ─ A1\n         S1=compact~A1 ─ U2=summary"],
    ["C092", "a local command", "U1 ─ A1\n         S1=command"],
    ["C093", "a session-start hook, before the first prompt", "H1=start ─ U1 ─ A1"],
    ["C094", "a hook in flight beside a boundary", "U1 ─ A1\n         ?P1\n             S1=compact~A1 ─ U2=summary"],
  ])("%s: an expected root is %s", (_, __, drawing) => {
    const { messages } = readShape(drawing);
    expect(messages.filter(({ fatal }) => fatal === false)).toEqual([]);
  });

  it("C096: the boundary continues the thread of its logical parent, on a branch too; without that entry, the thread of its neighbour", () => {
    expect(output("U1 ─ A1\n         S1=compact~gone ─ U2=summary ─ U3")).toEqual(["U1 A1 S1 U2 U3"]);
    expect(
      output("U1 ─ A1 ┬ U2 ─ A2\n        └ U3@8 ─ A3@9\n                      S1=compact~A2@10 ─ U4=summary@11"),
    ).toEqual(["U1 A1 | U2 A2 S1 U4* | U3 A3"]);
  });

  it("if no file holds the logical parent, the kept messages decide the thread", () => {
    const talk = (uuid: string, parentUuid: string | null, minute: number, type = "user") => ({
      type,
      uuid,
      parentUuid,
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
      message: { id: uuid, content: uuid },
    });
    const kept = {
      preservedSegment: { headUuid: "nowhere", tailUuid: "y" },
      preservedMessages: { uuids: ["x", "y", 7] },
    };
    const { threads, tree } = read({
      "s.jsonl": jsonl(
        talk("a", null, 0),
        talk("x", "a", 1),
        talk("y", "x", 2, "assistant"),
        talk("z", "a", 3),
        talk("z2", "z", 4, "assistant"),
        boundary(kept, { logicalParentUuid: "gone" }),
        summary,
      ),
    });
    expect(threads.trunks.map(showThread)).toEqual(["a | x y b s* | z z2"]);
    const found: Compaction[] = [];
    const open = [...tree.children];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.type === "compaction") found.push(node);
      if (node.type === "session" || node.type === "branch") open.push(...node.children);
    }
    expect(found[0]!.preserved).toEqual([{ uuid: "y" }, { uuid: "x" }]);
  });

  it("C097 R013: recorded values of a boundary are kept if they have the right type; the trigger is kept", () => {
    expect(compaction({ preTokens: 115_432, trigger: "auto", postTokens: 3000, durationMs: 40 })).toMatchObject({
      preTokens: 115_432,
      trigger: "auto",
      postTokens: 3000,
      durationMs: 40,
      uuids: ["b", "s"],
      timestamp: Date.UTC(2026, 3, 14, 9, 9, 28),
    });
    for (const broken of [undefined, null, "x", 7, { preTokens: "many", trigger: 1, preservedMessages: 3 }]) {
      const { preTokens, trigger, preserved } = compaction(broken);
      expect({ preTokens, trigger, preserved }).toEqual({
        preTokens: undefined,
        trigger: undefined,
        preserved: undefined,
      });
    }
  });

  it("the summary is in its compaction, also after attachments; R009: without a boundary it is the compaction", () => {
    const attachment = {
      type: "attachment",
      uuid: "n",
      parentUuid: "b",
      attachment: { type: "date", date: "2026-04-14" },
    };
    const behind = nodes(read({ "s.jsonl": jsonl(boundary({}), attachment, { ...summary, parentUuid: "n" }) }).tree);
    expect(behind.map(({ type }) => type)).toEqual(["compaction", "notice"]);
    const alone = nodes(read({ "s.jsonl": jsonl({ ...summary, parentUuid: null }) }).tree);
    expect(alone).toMatchObject([{ type: "compaction", uuids: [summary.uuid] }]);
    const unnamed = nodes(read({ "s.jsonl": jsonl({ ...summary, uuid: null, parentUuid: null }) }).tree);
    expect(unnamed).toMatchObject([{ type: "compaction", uuid: undefined, id: "s.jsonl:1", uuids: [] }]);
    const twice = nodes(read({ "s.jsonl": jsonl(boundary({}), summary, { ...summary, uuid: "s2" }) }).tree);
    expect(twice.map(({ type }) => type)).toEqual(["compaction", "message"]);
  });

  it("a boundary whose logical parent is in another session makes its session a child of that one", () => {
    const { tree } = read({
      "a.jsonl": jsonl({ type: "user", uuid: "u", message: { content: "x" } }),
      "b.jsonl": jsonl(boundary({}, { logicalParentUuid: "u" }), summary),
    });
    const child = nodes(tree).find((node): node is Session => node.type === "session")!;
    expect(child).toMatchObject({ sessionId: "b", from: { uuid: "u", sessionId: "a" } });
  });
});
