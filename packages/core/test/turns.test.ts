import { describe, expect, it } from "vitest";
import type { Extension } from "../src/index.ts";
import { answers } from "../src/thread/fork/call-ids.ts";
import { jsonl, read, readShape, show } from "./threads.ts";

type Json = Record<string, unknown>;
const output = (drawing: string, extensions?: readonly Extension[]) => show(readShape(drawing, extensions));
const rules = (drawing: string) => {
  const { dag, threads } = readShape(drawing);
  return [...dag.entries.keys()].flatMap((id) => (threads.judged(id) ? `${id} ${threads.judged(id)!.rule}` : []));
};

/** The drawing of a rule with one change: another rule takes it, or none. */
describe("the shape of a turn", () => {
  it.each([
    [
      "dead-end-call: a call ends beside a result that leads on",
      "A1 ┬ U1=r ─ A3 ─ U3\n   └ A2 ─ U2=r",
      "A1 dead-end-call",
    ],
    ["dead-end-call: not below a result", "A0 ─ U0=r ┬ A2\n          └ U1=r ─ A3", "U0 fake-fork"],
    [
      "dead-end-call: not where a hook leads on as well",
      "A1 ┬ U1=r ─ A3 ─ U3\n   ├ A2 ─ U2=r\n   └ P1 ─ A4",
      "A1 tool-flow",
    ],
    [
      "parallel-result: results end beside the next call",
      "A1 ┬ U1=r\n   ├ U2=r\n   └ A2 ─ A3 ─ A5",
      "A1 parallel-result",
    ],
    [
      "parallel-result: not where one of the results leads on",
      "A1 ┬ U1=r\n   ├ U2=r ─ A4\n   └ A2 ─ A3 ─ A5",
      "A1 tool-flow",
    ],
    ["tool-flow: results of parallel calls lead on", "A1 ┬ U1=r ─ A2\n   └ U2=r ─ A3", "A1 tool-flow"],
    ["tool-flow: not below a result", "A0 ─ U0=r ┬ U1=r ─ A2\n          └ U2=r ─ A3", "U0 fake-fork"],
    [
      "live-passthrough: the side that ends may be an answer with more below it",
      "A1 ┬ P1 ─ A2 ────────── A5\n   └ A3 ─ A4",
      "A1 live-passthrough",
    ],
    ["live-passthrough: not if the other side continues longer", "A1 ┬ P1 ─ A2\n   └ A3 ────────── A4", "A1 tool-flow"],
    [
      "live-passthrough: not if one of two others continues longer",
      "A1 ┬ P1 ─ A2\n   ├ A3 ────────── A4\n   └ S1",
      "A1 fake-fork",
    ],
    [
      "live-passthrough: not if a prompt is further down on the other side",
      "A1 ┬ P1 ─ A2 ────────── A5\n   └ A3 ─ U3",
      "A1 tool-flow",
    ],
  ])("%s", (_, drawing, rule) => expect(rules(drawing)).toContain(rule));

  it("a record without content is no result", () => {
    const { dag } = read({ "s1.jsonl": jsonl({ type: "user", uuid: "u" }) });
    expect(answers(dag.entries.get("u")!, new Set())).toBe(false);
  });

  it("answers with one id are one message; an answer without a message has no id", () => {
    const talk = (uuid: string, parentUuid: string | null, message?: Json) => ({
      type: "assistant",
      uuid,
      parentUuid,
      message,
    });
    const part = (text: string) => ({ id: "m", content: text });
    const { threads } = read({
      "s1.jsonl": jsonl(
        talk("a", null, part("1")),
        talk("b", "a", part("2")),
        talk("c", "a"),
        talk("d", "c", part("4")),
      ),
    });
    expect(threads.judged("a")!.rule).toBe("fake-fork");
  });
});

describe("a turn that becomes one thread", () => {
  it("C002: a parent comes before its child, even if the times differ", () => {
    const drawing = "U1 ┬ A2@5 ─ U2=r@2 ─ A4@9\n   └ A1@4 ─ A3@6";
    expect(output(drawing)).toBe("U1 A1 A2 U2 A3 A4");
  });

  it("C064: so it does where a rule has omitted both", () => {
    const careless = {
      name: "careless",
      judge: ({ children }: { children: readonly unknown[] }) => ({ inline: [], next: children[0] }),
    };
    const drawing = "A1 ┬ U1=r ─ A2\n   └           U2=r@9 ─ A3@2";
    expect(output(drawing, [{ fork: [careless as never] }])).toBe("A1 U1 A2 U2 A3");
  });

  it("of an unknown shape is a remark", () => {
    const { messages } = readShape("A1 ┬ P1 ─ A2\n   ├ A3 ────────── A4\n   └ S1");
    expect(messages.map(({ ruleId, fatal }) => [ruleId, fatal])).toEqual([["fake-fork", undefined]]);
  });
});

/** Prompts below the sides of one turn come after all of it. */
describe("prompts below a turn", () => {
  const merged = (...below: readonly string[]) => ["A1=m1 ┬ A2=m1@2 ─ U2=r@5 ─ A4@9", ...below].join("");

  it("compete at their common parent, also with a hook before one of them", () => {
    const drawing = merged(
      " ─ S1@10 ┬ P5@11 ─ U5@12 ─ A5@13\n",
      "      │                                 └                            U6@14 ─ A6@15\n",
      "      └ U1=r@1 ─ A3@4",
    );
    expect(output(drawing)).toBe("A1 U1 A2 A3 U2 A4 S1 P5 | U5 A5 | U6 A6*");
    const { threads } = readShape(drawing);
    expect(threads.judged("S1")).toMatchObject({ rule: "rewind", below: undefined });
    expect(readShape(drawing).rules).toEqual([]);
  });

  it("are a remark if one of them is below another side", () => {
    const drawing = merged(
      " ─ S1@10 ┬ U5@11 ─ A5@12\n",
      "      │                                 └                    U6@13 ─ A6@14\n",
      "      └ U1=r@1 ─ A3@4 ────────────────────────────────────────────────────── U7@15 ─ A7@16",
    );
    expect(output(drawing)).toBe("A1 U1 A2 A3 U2 A4 S1 | U5 A5 | U6 A6 | U7 A7*");
    expect(readShape(drawing).threads.judged("A1")).toMatchObject({ rule: "rewind", below: "tool-flow" });
    expect(readShape(drawing).rules).toEqual(["unexpected-fork"]);
  });

  it("come one after another, by time, if rewind is switched off", () => {
    const drawing = "A1 ┬ U2=interrupt ─ U3@5 ─ A3@6\n   └ U1=r ─ A2 ──────────────── U4@9 ─ A4@10";
    expect(output(drawing)).toBe("A1 U1 A2 U2 | U3 A3 | U4 A4*");
    expect(output(drawing, [{ off: ["rewind"] }])).toBe("A1 U1 A2 U2 U3 A3 U4 A4");
  });

  it("begin branches by time, even if the turn has another order", () => {
    const drawing =
      "U1=caveat ┬ U2=command ─ U3=stdout\n          ├ A2@5 ─ U5@6 ─ A6@7\n          └                        A4@8 ─ U6@9 ─ A7@10";
    expect(output(drawing)).toBe("U1 U2 U3 A4 A2 | U5 A6 | U6 A7*");
  });

  it("join the prompts that compete above them, by time", () => {
    const drawing =
      "A1 ┬                       U1@5 ─ A4@6\n   ├                                      U2@9 ─ A5@10\n   └ A2@1 ─ U3@2 ─ A3@3";
    expect(output(drawing)).toBe("A1 A2 | U3 A3 | U1 A4 | U2 A5*");
  });
});

describe("the kind of a choice", () => {
  const kinds = (drawing: string, extensions?: readonly Extension[]) =>
    readShape(drawing, extensions).threads.trunks[0]!.sides.map(
      ({ thread, rule }) => `${thread.entries[0]!.id} ${rule}`,
    );

  it.each([
    [
      "two at once, after one that was done: the turn that runs longest counts",
      "A1 ┬ U1 ─ A2\n   ├          U2 ──── A3\n   └              U3 ─────── A4",
      ["U1 rewind", "U2 concurrent-resume", "U3 concurrent-resume"],
    ],
    [
      "resume-at: below a message of the model",
      "A1 ┬ P1 ─ U1 ─ A2\n   └                U2 ─ A3",
      ["P1 resume-at", "U2 resume-at"],
    ],
    [
      "rewind: below what the client wrote",
      "A1 ─ S1 ┬ P1 ─ U1 ─ A2\n        └                U2 ─ A3",
      ["P1 rewind", "U2 rewind"],
    ],
  ])("%s", (_, drawing, expected) => expect(kinds(drawing)).toEqual(expected));

  it("an extension may call every side a draft: the fork is then called so too", () => {
    const drawing = "A1 ┬ U1 ─ A2\n   └           U2 ─ A3";
    const all: Extension = { kind: [{ name: "draft", take: ({ starts }) => starts }] };
    expect(kinds(drawing, [all])).toEqual(["U1 draft", "U2 draft"]);
    expect(readShape(drawing, [all]).threads.judged("A1")!.rule).toBe("draft");
  });
});
