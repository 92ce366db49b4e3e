import { clientLabel, parseEntries } from "@ccdag/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growth } from "../../../tooling/tests/cost.ts";
import { readSkeleton } from "../src/parts.ts";
import { agentLabels } from "../src/parts/mentions.ts";
import { SkeletonReader } from "../src/parts/skeleton-reader.ts";

const encoder = new TextEncoder();
const skeleton = (text: string, path = "s1.jsonl") => readSkeleton({ path, value: encoder.encode(text) });

/** What parsing every line gives. */
function parsed(text: string) {
  const value = encoder.encode(text);
  const reader = new SkeletonReader("");
  for (const record of parseEntries({ path: "s1.jsonl", value })) reader.addRecord(record);
  const { sessions, ...facts } = reader.end();
  return { ...facts, sessions: new Set([...sessions, "s1"]) };
}

const name = fc.constantFrom("uuid", "parentUuid", "logicalParentUuid", "leafUuid", "sessionId", "agentId", "message");
const other = fc.constantFrom("isSidechain", "type", "raw", "compactMetadata", "a\\u0062", "é", "", "id", "timestamp");
const id = fc.constantFrom("a", "b", "c", "", "é", 'q"\\', "\ud800", "x".repeat(40), "\\", "u0\n");
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    id,
    fc.constantFrom<unknown>(null, true, 1.5e3, {}, [], "assistant", "user"),
    fc.dictionary(fc.oneof(name, other), tie("any"), { maxKeys: 3 }),
    fc.array(tie("any"), { maxLength: 3 }),
  ),
})).any;
/** A member of an object, written with or without spaces; names may repeat, and be written with escapes. */
const member = fc
  .tuple(fc.oneof(name, name, other), fc.oneof(id, value), fc.constantFrom("", " ", "\t"), fc.boolean())
  .map(([key, content, space, isEscaped]) => {
    const written = isEscaped ? JSON.stringify(key).replace("u", "\\u0075") : JSON.stringify(key);
    return `${written}${space}:${space}${JSON.stringify(content)}`;
  });
const line = fc.oneof(
  fc.array(member, { maxLength: 8 }).map((members) => `{${members.join(",")}}`),
  fc.array(member, { maxLength: 8 }).map((members) => `{ ${members.join(" , ")} }\r`),
  // Records that are whole on a damaged line.
  fc
    .tuple(
      fc.constantFrom('{"type":"us', "\0", "", '{"a":"x'),
      fc.constantFrom("b", "c"),
      fc.constantFrom("", "{}", ","),
    )
    .map(([torn, uuid, rest]) => `${torn}{"type":"user","uuid":"${uuid}","parentUuid":null,"sessionId":"z"}${rest}`),
  fc.constantFrom("", " ", "\uFEFF{}", "[]", '{"uuid":"a"', '{"uuid":"a"} x', ' {"uuid":"b"}', "null", '{"uuid":"a",}'),
);

describe("the skeleton of a file", () => {
  it("property: holds all that parsing every line gives", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.constantFrom("\n", "\n\n", "\r\n"), (lines, end) => {
        const text = lines.join(end);
        const found = skeleton(text);
        const facts = parsed(text);
        expect(pairs(found.uuids)).toEqual(expect.arrayContaining(pairs(facts.uuids)));
        expect(pairs(found.messages)).toEqual(expect.arrayContaining(pairs(facts.messages)));
        const named = [...pairs(found.references), ...pairs(found.uuids)];
        expect(named).toEqual(expect.arrayContaining(pairs(facts.references)));
        expect(found.sessions).toEqual(expect.arrayContaining([...facts.sessions]));
        expect(found.agents).toEqual(expect.arrayContaining([...facts.agents]));
        expect(found.isSession).toBe(facts.isSession);
      }),
      { numRuns: 2000 },
    );
  });

  it("names the session of its folder, its agent, and what it mentions", () => {
    const note = JSON.stringify({
      content: 'done\nagentId: 7f (x) <task-id> b1</task-id> "agentId":"zz"',
      agent_id: "q@t",
    });
    const at = JSON.stringify({ path: "/home/me/s0/tool-results/x.txt", other: "C:\\s9\\tool-results\\y.txt" });
    expect(skeleton(`${note}\n${at}`, "p/s7/subagents/agent-ab.jsonl")).toMatchObject({
      sessions: ["s7"],
      agents: ["ab"],
      tasks: ["b1"],
      mentions: ["7f", "zz", "q@t"],
      outputs: ["s0", "s9"],
      isSession: false,
    });
  });

  it("names the transcript of the plan that it carries out, but none that a summary names", () => {
    const words = { text: "…read the full transcript at: C:\\Users\\ada\\s5.jsonl" };
    expect(skeleton(JSON.stringify({ planContent: "x", ...words })).outputs).toEqual(["s5"]);
    expect(skeleton(JSON.stringify(words)).outputs).toEqual([]);
    expect(
      skeleton(JSON.stringify({ planContent: "x", text: "read the full transcript at: nowhere" })).outputs,
    ).toEqual([]);
  });

  it("knows all spellings of the client's label", () => {
    const label = new RegExp(`^(?:${clientLabel("agent-id")})$`);
    const spellings = ["agent", "agent_"].flatMap((start) => ["id", "Id", "iD", "ID"].map((end) => start + end));
    expect(spellings.filter((one) => label.test(one)).sort()).toEqual([...agentLabels].sort());
  });

  it("finds a task whose tag is written with escapes, or whose id begins with no letter of an id", () => {
    const tagged = String.raw`{"content":"\u003ctask-id\u003e7f\u003c/task-id\u003e"}`;
    expect(skeleton(tagged).tasks).toEqual(["7f"]);
    expect(skeleton('{"content":"<task-id>研究@crew</task-id>"}').tasks).toEqual([""]);
  });

  it("a line that is cut spoils no other one", () => {
    const cut = '{"uuid":"u1"}\n{"parentU\n{"parentUuid":"u0","uuid":"u2"}\n{"x":["\n{"uuid":"u3","t":"],","z":1}\n';
    const whole = '{"uuid":"u1"}\n{"parentUuid":"u0","uuid":"u2"}\n{"uuid":"u3"}\n';
    expect([skeleton(cut).uuids, skeleton(cut).references]).toEqual([
      skeleton(whole).uuids,
      skeleton(whole).references,
    ]);
  });

  it.each([
    ["lines that end in a string", '{"k":["\\"\n'],
    ["records without a time", '{"uuid":"x","isSidechain":true}\n'],
    ["needles", "-id>gentIdgent_mate_i-resul"],
    ["tags", "<task-id>"],
  ])("takes linear time for %s", async (_, unit) => {
    const scan = (length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length));
      return () => skeleton(text);
    };
    // Quadratic time would be sixteen times as much.
    expect(await growth(scan(400_000), scan(1_600_000), 9)).toBeLessThan(9);
  });

  it("keeps no reference to a record of its own", () => {
    const text = '{"uuid":"a","parentUuid":"z"}\n{"uuid":"b","parentUuid":"a"}';
    expect(skeleton(text).references.length).toBe(2);
    expect(skeleton(text).uuids.length).toBe(4);
  });
});

function pairs(words: Uint32Array): string[] {
  return Array.from({ length: words.length / 2 }, (_, at) => `${words[2 * at]} ${words[2 * at + 1]}`);
}
