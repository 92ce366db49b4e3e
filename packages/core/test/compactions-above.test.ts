import type { Compaction } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { CompactionsAbove } from "../src/ccast/compactions-above.ts";
import { buildDag, type Entry, parseEntries } from "../src/index.ts";
import { jsonl } from "./threads.ts";

const attachment = (uuid: string, parentUuid: string | null) => ({
  type: "attachment",
  uuid,
  parentUuid,
  attachment: {},
});
const node = (uuid: string): Compaction => ({ type: "compaction", uuid, uuids: [uuid], children: [] });

/** Boundaries and attachments: a ─ b ─ c ─ d, and b ─ u ─ e. */
const dag = buildDag(
  parseEntries({
    path: "s.jsonl",
    value: jsonl(
      attachment("a", null),
      attachment("b", "a"),
      attachment("c", "b"),
      attachment("d", "c"),
      { type: "user", uuid: "u", parentUuid: "b", message: { content: "go" } },
      attachment("e", "u"),
    ),
  }),
);
const entry = (id: string): Entry => dag.entries.get(id)!;

describe("the compaction above an entry", () => {
  it("is the nearest, with no message between them", () => {
    const above = new CompactionsAbove(dag);
    const [a, c] = [node("a"), node("c")];
    above.add(entry("a"), a);
    above.add(entry("c"), c);
    expect(["b", "c", "d", "e", "a"].map((id) => above.find(entry(id)))).toEqual([a, a, c, undefined, undefined]);
    expect(["d", "b", "e"].map((id) => above.find(entry(id)))).toEqual([c, a, undefined]);
  });

  it("is found, too, if its boundary comes later than an entry below it", () => {
    const above = new CompactionsAbove(dag);
    expect(above.find(entry("d"))).toBeUndefined();
    const [a, c] = [node("a"), node("c")];
    above.add(entry("a"), a);
    expect(above.find(entry("d"))).toBe(a);
    above.add(entry("c"), c);
    expect([above.find(entry("d")), above.find(entry("c"))]).toEqual([c, a]);
  });
});
