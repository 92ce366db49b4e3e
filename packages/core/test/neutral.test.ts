import type { Session } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import {
  buildDag,
  buildSessions,
  extractThreads,
  neutralRecords,
  parseEntries,
  parseRecords,
  type Source,
  toCcast,
} from "../src/index.ts";

const location = { path: "s.jsonl", line: 3, columns: 9 };
const common = { client: "invented", id: "m1", parent: "m0", session: "s", time: "2026-02-03T09:00:00.000Z" };
const words = neutralRecords(common, location);

describe("records in neutral words (E8)", () => {
  it.each([
    ["prompt", words.prompt("<bash-input>ls</bash-input>"), "user", "prompt"],
    ["prompt", words.prompt("[Request interrupted by user]"), "user", "prompt"],
    ["meta", words.meta("the time"), "user", "meta"],
    ["notification", words.notification("done"), "user", "notification"],
    ["shell", words.shell("ls", "a"), "user", "bash"],
    ["shellOutput", words.shellOutput("a"), "user", "bash-output"],
    ["interrupt", words.interrupt(), "user", "interrupt"],
    ["summary", words.summary("so far"), "user", "compact-summary"],
    ["results", words.results([{ call: "t", content: "a" }]), "user", "tool-result"],
    ["answer", words.answer({ request: "r", blocks: [{ type: "text", text: "a" }] }), "assistant", undefined],
    ["notice", words.notice("mode", "plan"), "passthrough", undefined],
    ["compaction", words.compaction("auto"), "system", undefined],
  ])("%s is what it says, whatever its words look like", (_, record, kind, userKind) => {
    expect(record).toMatchObject({
      form: "entry",
      id: "m1",
      parentUuid: "m0",
      kind,
      userKind,
      isChosen: true,
      location,
    });
  });

  it("a title has no place in the graph: what follows it follows what it follows", () => {
    const of = (id: string, parent: string | null) => neutralRecords({ ...common, id, parent }, location);
    const source: Source = {
      name: "invented",
      accepts: () => true,
      *entries() {
        yield of("m0", null).prompt("Name a knot.");
        yield of("t1", "m0").title("Knots");
        yield of("t2", "t1").title("Knots, again");
        yield of("m1", "t2").answer({ request: "r", blocks: [{ type: "text", text: "The bowline." }] });
      },
    };
    const records = [...parseEntries({ path: "s.jsonl", value: "{}" }, { sources: [source] })];
    expect(records.flatMap((one) => (one.form === "entry" ? [[one.uuid, one.parentUuid]] : []))).toEqual([
      ["m0", null],
      ["m1", "m0"],
    ]);
  });

  it("a source that fails at a line stops no reader: that line and those after it are malformed", () => {
    const source: Source = {
      name: "invented",
      accepts: () => true,
      *entries(file) {
        for (const record of parseRecords(file)) {
          if ("form" in record) continue;
          if (record.raw["n"] === 2) throw new TypeError("no text");
          yield neutralRecords({ ...common, id: "m1", parent: null }, record.location).prompt("Name a knot.");
        }
      },
    };
    const said: string[] = [];
    const report = ({ reason, line }: { reason: string; line?: number | undefined }) =>
      void said.push(`${line} ${reason}`);
    const value = '{"n":1}\n{"n":2}\n{"n":3}\n';
    const records = [...parseEntries({ path: "s.jsonl", value }, { sources: [source], report })];
    expect(records.map(({ form, location: { line } }) => [form, line])).toEqual([
      ["entry", 1],
      ["malformed", 2],
      ["malformed", 3],
    ]);
    expect(said).toEqual([
      "2 Unexpected failure of the source `invented`: TypeError: no text; this line and those after it stay unread",
    ]);
  });

  it("keeps what has no place, below the name of the client", () => {
    const record = neutralRecords({ ...common, rest: { mood: "calm" } }, location).prompt("hello");
    expect(record).toMatchObject({ raw: { invented: { mood: "calm" } }, isKnown: true });
  });

  it("says which records are copies, and which are an agent's", () => {
    const record = neutralRecords({ ...common, agent: "x", copiedFrom: "s0" }, location).prompt("hello");
    expect(record).toMatchObject({ agentId: "x", isSidechain: true, raw: { forkedFrom: { sessionId: "s0" } } });
  });

  it("counts each part of the usage once", () => {
    const usage = { input: 3, output: 5, cacheRead: 7, cacheWrite: 11 };
    expect(words.answer({ request: "r", blocks: [], usage })).toMatchObject({
      message: {
        raw: {
          usage: {
            input_tokens: 3,
            output_tokens: 5,
            cache_read_input_tokens: 7,
            cache_creation_input_tokens: 11,
          },
        },
      },
    });
  });

  it("makes uuids of ids that are too long to be typed, the same each time, and another one for each", () => {
    const made = (id: string, parent: string) => neutralRecords({ ...common, id, parent }, location).prompt("a");
    const long = (line: number) => `01a217b9-a1a7-7642-a656-fd08576eb553:${line}`;
    const ids = Array.from({ length: 5000 }, (_, line) => made(long(line), "m0")).map((one) => "id" in one && one.id);
    expect(new Set(ids).size).toBe(5000);
    expect(ids[7]).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    expect(made("next", long(7))).toMatchObject({ parentUuid: ids[7] });
  });

  it("has no parent that is itself", () => {
    expect(neutralRecords({ ...common, parent: "m1" }, location).prompt("a")).toMatchObject({ parentUuid: null });
  });

  it("joins a compaction to its summary, and says where the person went back to (E7)", () => {
    expect(words.compaction("auto")).toMatchObject({
      subtype: "compact_boundary",
      raw: { compactMetadata: { trigger: "auto" } },
    });
    expect(words.wentBack("m0")).toMatchObject({ form: "bookkeeping", raw: { leafUuid: "m0" } });
  });

  it("gives a title to the session, outside of the graph", () => {
    expect(words.title("Harbour")).toMatchObject({ form: "bookkeeping", raw: { customTitle: "Harbour" } });
  });

  it("shows what was left when a person went back and said nothing: a branch that is not active (E7)", () => {
    const make = (line: number, parent: string | null) =>
      neutralRecords({ ...common, id: `m${line}`, parent }, { path: "s.jsonl", line, columns: 9 });
    const talk = [
      make(1, null).prompt("One"),
      make(2, "m1").answer({ request: "r1", blocks: [{ type: "text", text: "First." }] }),
      make(3, "m2").prompt("Two"),
      make(4, "m3").answer({ request: "r2", blocks: [{ type: "text", text: "Second." }] }),
    ];
    const read = (more: typeof talk) => {
      const dag = buildDag([...talk, ...more]);
      const tree = toCcast(buildSessions(dag, extractThreads(dag)));
      const nodes = (tree.children[0] as Session).children.filter(({ type }) => type !== "notice");
      return nodes.map((node) =>
        node.type === "branch"
          ? [node.uuid, node.active, node.children.filter(({ type }) => type === "message").length]
          : "uuid" in node && node.uuid,
      );
    };
    expect(read([])).toEqual(["m1", "m2", "m3", "m4"]);
    expect(read([make(5, null).wentBack("m2")])).toEqual(["m1", "m2", ["m3", undefined, 2]]);
    // Where the end is, nothing was left.
    expect(read([make(5, null).wentBack("m4")])).toEqual(["m1", "m2", "m3", "m4"]);
  });
});
