import { describe, expect, it } from "vitest";
import { preservedUuids } from "../src/thread/place/preserved.ts";
import { jsonl, read, readShape, show } from "./threads.ts";

type Json = Record<string, unknown>;
const boundary = (more: Json): Json => ({
  type: "system",
  subtype: "compact_boundary",
  uuid: "b",
  timestamp: "2026-01-01T00:30:00.000Z",
  ...more,
});

describe("the messages that a compaction kept", () => {
  it.each<[string, unknown, string[]]>([
    ["are the tail and the head of a segment", { preservedSegment: { headUuid: "h", tailUuid: "t" } }, ["t", "h"]],
    ["may be a head alone", { preservedSegment: { headUuid: "h" } }, ["h"]],
    ["may be a list", { preservedMessages: { uuids: ["m1", "m2"] } }, ["m1", "m2"]],
    [
      "may be both: the segment comes first",
      { preservedSegment: { headUuid: "h", tailUuid: "t" }, preservedMessages: { uuids: ["m"] } },
      ["t", "h", "m"],
    ],
    ["are empty if nothing is recorded", undefined, []],
    ["are empty without a list", { preservedSegment: null, preservedMessages: { uuids: "m" } }, []],
    [
      "are named by texts alone",
      { preservedSegment: { tailUuid: 7 }, preservedMessages: { uuids: [null, "m"] } },
      ["m"],
    ],
  ])("C097: %s", (_, compactMetadata, uuids) => {
    const { dag } = read({ "s1.jsonl": jsonl(boundary({ compactMetadata })) });
    expect(preservedUuids(dag.entries.get("b")!)).toEqual(uuids);
  });
});

/** A fork: the neighbour of the entries after it is in the second branch. */
const fork = "U1 ─ A1 ┬ U2 ─ A2\n        └          U3@8 ─ A3@9\n";

describe("C096: the thread that a compaction continues", () => {
  it.each([
    ["by its logical parent", `${fork}                             S1=compact~A2@10`, "U1 A1 | U2 A2 S1* | U3 A3"],
    [
      "by the logical parent of a summary that some clients write without a boundary",
      `${fork}                             U4=summary~A2@10`,
      "U1 A1 | U2 A2 U4* | U3 A3",
    ],
    [
      "after its neighbour, where the summary names nothing",
      `${fork}                             U4=summary@10`,
      "U1 A1 | U2 A2 | U3 A3 U4*",
    ],
    [
      "after its neighbour, where it names itself",
      `${fork}                             S1=compact~S1@10`,
      "U1 A1 | U2 A2 | U3 A3 S1*",
    ],
    [
      "in its own session, also where it names an entry of another one",
      "U1 ─ A1\n---\nU3 ─ A3\n          S1=compact~A1",
      "U1 A1\nU3 A3 S1",
    ],
  ])("%s", (_, drawing, lines) => expect(show(readShape(drawing))).toBe(lines));

  it.each<[string, Json, string]>([
    ["its logical parent", { logicalParentUuid: "A1" }, "A1: logicalParentUuid"],
    [
      "a message that was kept",
      { logicalParentUuid: "gone", compactMetadata: { preservedMessages: { uuids: ["U1"] } } },
      "U1: preserved message",
    ],
    ["its neighbour", { logicalParentUuid: "gone" }, "U2: previous message of the file"],
  ])("the evidence for the placement: %s", (_, more, expected) => {
    const talk = (uuid: string, parentUuid: string | null, type = "user") => ({
      type,
      uuid,
      parentUuid,
      message: { id: uuid, content: uuid },
    });
    const records = [talk("U1", null), talk("A1", "U1", "assistant"), talk("U2", "A1"), boundary(more)];
    const { after, because, rule } = read({ "s1.jsonl": jsonl(...records) }).threads.placed("b")!;
    expect([`${after.id}: ${because}`, rule]).toEqual([expected, "compaction-boundary"]);
  });
});
