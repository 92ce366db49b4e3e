import { describe, expect, it } from "vitest";
import type { Session } from "@ccdag/ccast";
import { jsonl, read, readShape, show } from "./threads.ts";

type Json = Record<string, unknown>;
const at = "2025-12-09T20:35:22.822Z";
const image = (data: string) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } });
const text = (value: string) => ({ type: "text", text: value });
const user = (uuid: string, parentUuid: string | null, content: unknown, timestamp = at): Json => ({
  type: "user",
  uuid,
  parentUuid,
  timestamp,
  message: { content },
});
const answer = (uuid: string, parentUuid: string | null, id: string, ...content: unknown[]): Json => ({
  type: "assistant",
  uuid,
  parentUuid,
  timestamp: "2025-12-09T20:35:30.000Z",
  message: { id, content },
});
const readAll = (...records: Json[]) => read({ "s.jsonl": jsonl(...records) });
const copies = ({ dag }: ReturnType<typeof read>) => dag.copies.map(({ entry, of }) => `${entry.id}→${of.id}`).sort();
const drawn = (drawing: string) => {
  const found = readShape(drawing);
  return [copies(found).join(" "), show(found)];
};

describe("requirements of copies across files", () => {
  const prefix = [user("p", null, "go"), answer("a", "p", "m", text("x"))];

  it("C032: where both files begin at one time, the one that holds more beside the copied part is the owner", () => {
    const whole = jsonl(prefix[0]!, { type: "mode", mode: "plan" }, prefix[1]!);
    const owner = (files: Readonly<Record<string, string>>) => read(files).dag.entries.get("p")!.location.path;
    expect(owner({ "a.jsonl": jsonl(...prefix), "b.jsonl": whole })).toBe("b.jsonl");
    expect(owner({ "a.jsonl": whole, "b.jsonl": jsonl(...prefix) })).toBe("a.jsonl");
  });

  it("C034: what three files hold is in one session only", () => {
    const { sessions, tree } = read({
      "a.jsonl": jsonl(...prefix, user("u1", "a", "one")),
      "b.jsonl": jsonl(...prefix, user("u2", "a", "two")),
      "c.jsonl": jsonl(...prefix, user("u2", "a", "two"), user("u3", "u2", "three")),
    });
    expect(sessions.roots).toHaveLength(1);
    const uuids = JSON.stringify(tree).match(/"uuid":"(?:p|a|u\d)","uuids"/g)!;
    expect([uuids.length, new Set(uuids).size]).toEqual([5, 5]);
  });
});

describe("requirements of copies within a session", () => {
  it("C036: thinking with one signature is one, with another message id and below another parent", () => {
    const thought = { type: "thinking", thinking: "hm", signature: "EfYD" };
    const found = (second: object) =>
      readAll(
        answer("0", null, "m0", text("?")),
        user("2da2", "0", "go"),
        answer("68ad", "2da2", "m1", thought),
        user("d6ad", "0", "go", "2025-12-09T20:36:00.000Z"),
        answer("ecde", "d6ad", "m2", second),
      );
    expect(copies(found(thought))).toEqual(["d6ad→2da2", "ecde→68ad"]);
    expect(copies(found({ ...thought, signature: "EfYE" }))).toEqual([]);
  });

  it("C036: thinking with one signature is one, also where nothing else was written again", () => {
    const thought = { type: "thinking", thinking: "hm", signature: "EfYD" };
    const found = readAll(user("u", null, "go"), answer("a", "u", "m1", thought), answer("b", "u", "m2", thought));
    expect(copies(found)).toEqual(["b→a"]);
    expect(found.rules).not.toContain("fake-fork");
  });

  it("C037: a part of a prompt of the same moment is a copy, also below a hook", () => {
    expect(drawn("U0 ─ A0 ┬ U1=a+b@5 ─ A1\n        └ P1@4 ─ U2=a@5")).toEqual(["U2→U1", "U0 A0 P1 U1 A1"]);
    expect(drawn("U0 ─ A0 ┬ U1=a+b@5 ─ A1\n        └ P1@4 ─ U2=a@6")[0]).toBe("");
  });

  it.each([
    ["C041: the same text, as a string and as a block", "go", [text("go")], true],
    ["C041: an image of a prompt with text", [image("x"), text("go")], [image("x")], true],
    ["C041: the text of a prompt with an image", [image("x"), text("go")], [text("go")], true],
    ["C041: other text beside the same image", [image("x"), text("go")], [image("x"), text("stop")], false],
    ["C041: other text", "go", [text("stop")], false],
  ])("%s is a copy or a branch", (_, first, second, isCopy) => {
    const found = readAll(answer("r", null, "m", text("?")), user("a", "r", first), user("b", "r", second));
    expect(copies(found)).toEqual(isCopy ? ["b→a"] : []);
    expect(show(found)).toBe(isCopy ? "r a" : "r | a | b*");
  });

  it("C042: the three parts of a prompt are folded into it, and what follows them is kept", () => {
    const found = readAll(
      answer("45da", null, "m0", text("before")),
      user("768", "45da", [image("one"), image("two"), text("look")]),
      answer("769", "768", "m1", text("I see.")),
      user("1015", "45da", [image("one")]),
      user("1016", "1015", [image("two")]),
      user("1017", "1016", [text("look")]),
      answer("1018", "1017", "m1", text("I see.")),
      user("1019", "1018", "and now?", "2025-12-09T20:36:00.000Z"),
    );
    expect(copies(found)).toEqual(["1015→768", "1016→768", "1017→768", "1018→769"]);
    expect(show(found)).toBe("45da 768 769 1019");
  });

  it("C042: so are they without an answer, each under one parent and before the whole", () => {
    const parts = [image("one"), image("two"), text("look")];
    const found = readAll(
      answer("45da", null, "m0", text("before")),
      ...parts.map((part, index) => user(`${1015 + index}`, "45da", [part])),
      user("768", "45da", parts),
    );
    expect(copies(found)).toEqual(["1015→768", "1016→768", "1017→768"]);
    expect(show(found)).toBe("45da 768");
  });

  it("C043: copies are found under one parent and under different parents", () => {
    expect(drawn("A0 ┬ U1=go@1 ─ A1=m:x@2\n   └ U2=go@3 ─ A2=m:x@4")).toEqual(["A2→A1 U2→U1", "A0 U1 A1"]);
    expect(drawn("A0 ┬ P1@1 ─ U1=go@5 ─ A1=m:x@6\n   └ P2@2 ─ U2=go@7 ─ A2=m:x@8")).toEqual([
      "A2→A1 U2→U1",
      "A0 P2 P1 U1 A1",
    ]);
  });

  it("C044: of a conversation that was written two or three times, a half or a third stays", () => {
    const written = (times: number) =>
      Array.from({ length: times }, (_, copy) =>
        Array.from({ length: 40 }, (__, turn) => [
          user(`u${turn}.${copy}`, turn === 0 ? null : `a${turn - 1}.${copy}`, `do ${turn}`),
          answer(`a${turn}.${copy}`, `u${turn}.${copy}`, `m${turn}`, text(`done ${turn}`)),
        ]),
      ).flat(2);
    for (const times of [2, 3]) {
      const { dag, threads } = readAll(...written(times));
      expect([dag.entries.size, dag.copies.length]).toEqual([80, 80 * (times - 1)]);
      const ids = threads.trunks.flatMap(({ entries }) => entries.map(({ message }) => message!.id ?? ""));
      expect(new Set(ids.filter(Boolean)).size).toBe(40);
      expect(ids.filter(Boolean)).toHaveLength(40);
    }
  });

  it("C046: parts of one message are known by signature, whole text or call id, not by message id", () => {
    const long = "x".repeat(300);
    const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
    const thought = (signature: string) => ({ type: "thinking", thinking: "hm", signature });
    const parts = [thought("s1"), thought("s2"), text(`${long}1`), text(`${long}2`), call("c1"), call("c2")];
    const records = parts.map((part, index) => answer(`a${index}`, index === 0 ? "p" : `a${index - 1}`, "m", part));
    const again = parts.map((part, index) => answer(`b${index}`, index === 0 ? "a5" : `b${index - 1}`, "m", part));
    const found = readAll(user("p", null, "go"), ...records, ...again);
    expect(copies(found)).toEqual(parts.map((_, index) => `b${index}→a${index}`));
  });

  it("C047: a record that differs from another in its uuid only is shown once, without the rule twice", () => {
    const records = [user("p", null, "go"), answer("a", "p", "m", text("Once.")), answer("b", "p", "m", text("Once."))];
    const shown = (off: readonly string[]) => {
      const { tree } = read({ "s.jsonl": jsonl(...records) }, [{ off }]);
      return (tree.children[0] as Session).children.filter((node) => JSON.stringify(node).includes("Once.")).length;
    };
    expect(shown([])).toBe(1);
    expect(JSON.stringify(readAll(...records).tree).match(/"value":"Once\."/g)).toHaveLength(1);
    const twice = read({ "s.jsonl": jsonl(...records) }, [{ off: ["repeated-block", "replayed-content"] }]).tree;
    expect(JSON.stringify(twice).match(/"value":"Once\."/g)).toHaveLength(2);
  });

  it("C080: turns that were written again with new uuids are copies, at the old time or at a new one", () => {
    const again = (minute: number) =>
      drawn(`A0 ┬ U1=go@5 ─ A1=m:x@6\n   └                U2=go@${minute} ─ A2=m:x@${minute} ─ U3@9 ─ A3@10`);
    for (const minute of [5, 8]) expect(again(minute)).toEqual(["A2→A1 U2→U1", "A0 U1 A1 U3 A3"]);
    expect(drawn("A0 ┬ U1=go@5 ─ A1=m:x@6\n   └                U2=go@5 ─ A2=n:y@6")).toEqual([
      "",
      "A0 | U1 A1 | U2 A2*",
    ]);
  });

  it("C082: the first of a replay stays, and what follows either is kept", () => {
    expect(
      drawn("A0 ┬ U1=go@5 ─ A1=m:x@6 ─ U4@7 ─ A4@8\n   └            U2=go@5 ─ A2=m:x@6 ──────────── U3@9 ─ A3@10"),
    ).toEqual(["A2→A1 U2→U1", "A0 U1 A1 | U4 A4 | U3 A3*"]);
  });
});

describe("requirements of messages", () => {
  it("C120: thinking, words and calls of one answer are one message below its prompt, results in their calls", () => {
    const call = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
    const result = (id: string) => [{ type: "tool_result", tool_use_id: id, content: id }];
    const { tree } = readAll(
      user("p", null, "go"),
      answer("a1", "p", "m", { type: "thinking", thinking: "hm", signature: "s" }),
      answer("a2", "a1", "m", text("I look.")),
      answer("a3", "a2", "m", call("c1")),
      answer("a4", "a3", "m", call("c2")),
      user("r2", "a4", result("c2")),
      user("r1", "r2", result("c1")),
      answer("z", "r1", "n", text("Done.")),
    );
    const [session] = tree.children as Session[];
    expect(session!.children).toMatchObject([
      { type: "message", role: "user", uuid: "p" },
      {
        type: "message",
        role: "assistant",
        children: [
          { type: "thinking" },
          { type: "text", value: "I look." },
          { type: "toolCall", id: "c1", result: { uuid: "r1" } },
          { type: "toolCall", id: "c2", result: { uuid: "r2" } },
        ],
      },
      { type: "message", role: "assistant", uuid: "z" },
    ]);
    expect(session!.children).toHaveLength(3);
  });
});
