import { besideTags, origins } from "@ccdag/ccast";
import { shapeRecords } from "@ccdag/testkit/shape";
import { describe, expect, it } from "vitest";
import { classifyUserEntry } from "../src/entry/classify-user-entry.ts";
import { type ClientText, clientLabel, clientPhrase, clientTexts, escapeRegExp } from "../src/entry/client-tags.ts";
import { toRecord } from "../src/entry/parse-records.ts";
import { closeTag, openTag, tag, wrapInTag } from "../src/entry/tag.ts";
import { userEntryFacts, userEntryKinds } from "../src/entry/user-entry-kinds.ts";

/** A text as the client writes it, after its row. */
function sample(row: ClientText): string {
  if ("tag" in row) return row.hasAttributes ? `<${row.tag} a="b">x</${row.tag}>` : `<${row.tag}>x</${row.tag}>`;
  if ("phrase" in row) return row.isWhole ? row.phrase : `${row.phrase} x`;
  return "pattern" in row ? "2 background agents were stopped by the user" : `${row.id}: x`;
}

const nameOf = (row: ClientText) => ("tag" in row ? `<${row.tag}>` : row.id);
const kindOf = (text: string, fields = {}) => classifyUserEntry(fields, [{ type: "text", text }]);
const beginning = clientTexts.filter(({ kind }) => kind !== undefined);

describe("the table of client texts", () => {
  it.each(beginning.map((row) => [nameOf(row), row] as const))("%s makes its entry of the kind it says", (_, row) => {
    expect(kindOf(sample(row))).toBe(row.kind);
    expect(kindOf(`\n ${sample(row)}`)).toBe(row.kind);
    expect(kindOf(`He wrote ${sample(row)}`)).toBe("prompt");
  });

  it("says what comes before and after the fields", () => {
    const result = [{ type: "tool_result" }];
    const asked = (when: ClientText["asked"]) => beginning.filter((row) => row.asked === when);
    for (const row of asked("first"))
      expect(classifyUserEntry({}, [...result, { type: "text", text: sample(row) }])).toBe(row.kind);
    for (const row of asked(undefined)) {
      expect(classifyUserEntry({}, [...result, { type: "text", text: sample(row) }])).toBe("tool-result");
      expect(kindOf(sample(row), { isMeta: true })).toBe(row.kind);
      expect(kindOf(sample(row), { origin: { kind: "task-notification" } })).toBe("notification");
    }
    for (const row of asked("last")) expect(kindOf(sample(row), { isMeta: true })).toBe("meta");
    expect([asked("first"), asked("last")].map((rows) => rows.map(nameOf))).toEqual([
      ["compact-summary"],
      ["<user-memory-input>"],
    ]);
  });

  it.each(clientTexts.filter(({ kind }) => kind === undefined).map((row) => [nameOf(row), row] as const))(
    "%s alone does not change what an entry is",
    (_, row) => expect(kindOf(sample(row))).toBe("prompt"),
  );

  it("has what the client puts in beside words in the tags that renderers know", () => {
    const beside = clientTexts.flatMap((row) => ("tag" in row && row.isBeside ? [row.tag] : []));
    expect(beside).toEqual([...besideTags]);
  });

  it("has a phrase before the tag that it may precede", () => {
    for (const row of clientTexts)
      if ("before" in row && row.before !== undefined)
        for (const tag of row.before)
          expect(clientTexts.filter((other) => "tag" in other && other.tag === tag)).toHaveLength(1);
    expect(kindOf('Another Claude session sent a message:<teammate-message id="a">x</teammate-message>')).toBe(
      "teammate",
    );
    const peer = '<cross-session-message from="a">x</cross-session-message>';
    expect(kindOf(`Another Claude session sent a message:\n${peer}`)).toBe("peer");
    expect(kindOf("Another Claude session sent a message: hello")).toBe("prompt");
  });

  it("names each tag and each phrase once, and has no field that nothing reads", () => {
    const names = clientTexts.map((row) => ("label" in row ? `label ${row.id}` : nameOf(row)));
    expect(new Set(names).size).toBe(names.length);
    const fields = "tag id phrase isWhole pattern label before hasAttributes holdsId isBeside kind asked isKept".split(
      " ",
    );
    expect(clientTexts.flatMap((row) => Object.keys(row)).filter((key) => !fields.includes(key))).toEqual([]);
  });

  it("has a row for every tag that a renderer reads", () => {
    const tags = clientTexts.flatMap((row) => ("tag" in row ? row.tag : []));
    expect(tags).toEqual(expect.arrayContaining(Object.values(origins).flatMap((facts) => facts.tags)));
  });

  it("looks up phrases, labels and tags", () => {
    expect(clientPhrase("warm-up")).toBe("Warmup");
    expect(new RegExp(`^${clientLabel("agent-id")}$`).test("agent_id")).toBe(true);
    expect(new RegExp(escapeRegExp(clientPhrase("interrupt"))).test("[Request interrupted by user]")).toBe(true);
    expect(openTag("result") + closeTag("result")).toBe("<result></result>");
    expect(tag(wrapInTag("task-id", " 7f "), "task-id")).toBe("7f");
  });
});

describe("the table of user entry kinds", () => {
  it.each(Object.entries(userEntryKinds).filter(([, { word }]) => word !== ""))(
    "%s is drawn with a word that the notation reads as this kind",
    (kind, { word }) => {
      const drawn = shapeRecords(`A1 ─ U1=${word}`).at(-1)!;
      expect(toRecord(drawn, { path: "s1.jsonl", line: 1, columns: 1 })).toMatchObject({ userKind: kind });
    },
  );

  it("no word stands for two kinds", () => {
    const words = Object.values(userEntryKinds).flatMap(({ word }) => (word === "" ? [] : word));
    expect(new Set(words).size).toBe(words.length);
  });

  it("takes what it does not know for a prompt", () => {
    expect(userEntryFacts(undefined)).toBe(userEntryKinds.prompt);
    expect(userEntryFacts("constructor" as "prompt")).toBe(userEntryKinds.prompt);
    expect(userEntryFacts("meta").isExpansion).toBe(true);
  });
});
