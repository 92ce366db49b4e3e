import { describe, expect, it } from "vitest";
import type { Extension, Link, LinkView, UnlinkedThread, OwnRule } from "../src/index.ts";
import { jsonl, read } from "./threads.ts";

type Json = Record<string, unknown>;
const user = (uuid: string, parentUuid: string | null, content = uuid): Json => ({
  type: "user",
  uuid,
  parentUuid,
  message: { content },
});
/** Every file but the first is an agent's. */
const owners: OwnRule = {
  name: "files-of-agents",
  *claim({ entries, path }) {
    if (path !== "s.jsonl") yield { entries, suffix: "", sessionId: "s", agent: { agentId: path, mode: "sync" } };
  },
};
const linking = (link: (open: readonly UnlinkedThread[], view: LinkView) => Iterable<Link>): Extension[] => [
  { own: [owners], link: [{ name: "my-link", link }] },
];
const entry = ({ entries }: LinkView, id: string) => entries.find((one) => one.id === id);

describe("links of an extension", () => {
  it("a thread begins with the entry whose parent is not in the thread, at any position in the file", () => {
    const roots: string[] = [];
    const files = {
      "s.jsonl": jsonl(user("u", null)),
      "a.jsonl": jsonl(user("a3", "a2"), user("a2", "a1"), user("a1", null)),
      "b.jsonl": jsonl(user("b2", "b1"), user("b1", "u")),
      "c.jsonl": jsonl(user("c2", "c1"), user("c1", "c2")), // a cycle has no such entry
    };
    const note = linking((open) => {
      for (const { root } of open) roots.push(root.id);
      return [];
    });
    read(files, note);
    expect(roots).toEqual(["a1", "b1", "c2"]);
  });

  it("the first link of a thread counts", () => {
    const twice = linking((open, view) =>
      open.flatMap(({ info }) => ["u", "v"].map((id) => ({ thread: info, parent: entry(view, id), because: id }))),
    );
    const { dag } = read(
      { "s.jsonl": jsonl(user("u", null), user("v", "u")), "a.jsonl": jsonl(user("a1", null)) },
      twice,
    );
    expect(dag.edge("a1")).toMatchObject({ kind: "agent", to: "u", rule: "my-link", because: "u" });
  });

  it("a link that would make a thread its own ancestor is dropped, and the next rule runs", () => {
    const circle = linking((open, view) => [
      { thread: open[0]!.info, parent: entry(view, "b1"), because: "so it says" },
      { thread: open[1]!.info, parent: entry(view, "a1"), because: "so it says" },
      { thread: open[1]!.info, parent: entry(view, "u"), because: "better" },
    ]);
    const { dag } = read(
      { "s.jsonl": jsonl(user("u", null)), "a.jsonl": jsonl(user("a1", null)), "b.jsonl": jsonl(user("b1", null)) },
      circle,
    );
    expect([dag.edge("a1")?.to, dag.edge("b1")?.to]).toEqual(["b1", "u"]);
  });

  it("a recorded parent stays on its edge; the entry that spawned the agent is kept beside it", () => {
    const spawned = linking((open, view) =>
      open.map(({ info }) => ({ thread: info, parent: entry(view, "u"), because: "x" })),
    );
    const { dag } = read(
      { "s.jsonl": jsonl(user("u", null), user("v", "u")), "a.jsonl": jsonl(user("a1", "v")) },
      spawned,
    );
    expect(dag.edge("a1")).toMatchObject({ kind: "parent", to: "v" });
    expect(dag.threads.get("a.jsonl")?.spawnedAt?.id).toBe("u");
  });

  it("a parent that is a copy means its original", () => {
    const parents: Array<string | undefined> = [];
    const said = (uuid: string): Json => ({
      type: "assistant",
      uuid,
      parentUuid: "u",
      message: { id: "m", content: [{ type: "text", text: "x" }] },
    });
    const files = { "s.jsonl": jsonl(user("u", null), said("a"), said("b")), "a.jsonl": jsonl(user("a1", "b")) };
    read(
      files,
      linking((open, view) => {
        parents.push(view.parentOf(open[0]!.root)?.id);
        return [];
      }),
    );
    expect(parents).toEqual(["a"]);
  });

  it("link rules do not run without agents", () => {
    const { dag } = read({ "s.jsonl": jsonl(user("u", null)) });
    expect([...dag.missing]).toEqual([]);
  });
});
