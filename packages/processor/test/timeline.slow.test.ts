import { audit, type Message, type Notice, type Root, type Session, toText, walk } from "@ccdag/ccast";
import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import ccdagParse, {
  ccdag,
  ccdagSelect,
  ccdagTimeline,
  findMisplaced,
  type Order,
  timeline,
  type TimelineOptions,
} from "../src/index.ts";
import { damaged } from "./damaged.ts";

/** A record of a project in short form: the time is an hour and a minute, and the text is the uuid. */
interface Row {
  uuid?: string | undefined;
  parent?: string | null;
  /** `hh:mm`. */
  at?: string;
  session?: string;
  [field: string]: unknown;
}

function toRecord({ uuid, parent = null, at, session = "S1", ...more }: Row): object {
  return {
    type: "user",
    uuid,
    parentUuid: parent,
    sessionId: session,
    timestamp: at && `2026-01-01T${at}:00.000Z`,
    message: { role: "user", content: uuid },
    ...more,
  };
}

/** One file for each session, in the order of the rows. */
function project(rows: readonly Row[]): VFile {
  const names = [...new Set(rows.map(({ session = "S1" }) => session))];
  const companions = names.map((name) => {
    const records = rows.filter(({ session = "S1" }) => session === name);
    const value = records.map((row) => JSON.stringify(toRecord(row))).join("\n");
    return new VFile({ path: `${name}.jsonl`, value });
  });
  return new VFile({ path: "project", data: { companions } });
}

const fixtures = new URL("../../../tooling/fixtures/", import.meta.url);
const fixture = (name: string) => {
  const folder = new URL(`${name}/`, fixtures);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.jsonl?$/.test(path));
  const companions = paths.map((path) => new VFile({ path, value: readFileSync(new URL(path, folder)) }));
  return new VFile({ path: name, data: { companions } });
};
const projects = ["sample", ...readdirSync(new URL("scenarios/", fixtures)).map((name) => `scenarios/${name}`)];

function read(file: VFile, options: TimelineOptions = {}): Root {
  const tree = ccdag().use(ccdagParse, { compaction: options.compaction }).parse(file);
  return timeline(tree, file, options);
}
const messagesIn = (tree: Root) => tree.children.filter((node): node is Message => node.type === "message");
/** The texts of the messages, in order; the text of each record of these projects is its uuid. */
const names = (tree: Root) => messagesIn(tree).map(toText).join(" ");
const order = (rows: readonly Row[], options: TimelineOptions = {}) => names(read(project(rows), options));

/** A session, one that continues it at its end, and one that leaves it earlier. */
const overlap: Row[] = [
  ...["a", "b", "c", "d", "e"].map((uuid, at) => ({ uuid, parent: at ? "abcd"[at - 1]! : null, at: `00:0${at}` })),
  { uuid: "f", parent: "e", at: "00:10" },
  { uuid: "g", parent: "f", at: "00:12" },
  { uuid: "h", parent: "g", at: "00:20", session: "S2" },
  { uuid: "i", parent: "h", at: "00:21", session: "S2" },
  { uuid: "j", parent: "i", at: "00:22", session: "S2" },
  { uuid: "k", parent: "e", at: "00:05", session: "S3" },
  { uuid: "l", parent: "k", at: "00:11", session: "S3" },
  { uuid: "m", parent: "l", at: "00:13", session: "S3" },
];
const consecutive = overlap.map((row) =>
  "klm".includes(row.uuid!) ? { ...row, at: `00:4${"klm".indexOf(row.uuid!)}` } : row,
);

describe("the orders of one graph", () => {
  it("O001 O026 X01: sessions that overlap are in depth-first order, or interleaved in one stream", () => {
    const output: string[] = [];
    walk(read(project(overlap), { order: "session-tree" }), (node) => {
      if (node.type === "session") output.push(node.sessionId);
      if (node.type === "message") output.push(toText(node));
    });
    expect(output.join(" ")).toBe("S1 a b c d e f g S3 k l m S2 h i j");
    expect(order(overlap)).toBe("a b c d e k f l g m h i j");
  });

  it("O026: if sessions do not overlap, Kahn's order is that of the session tree", () => {
    expect(order(consecutive)).toBe("a b c d e f g h i j k l m");
  });

  it.each<[Order, string]>([
    ["kahn", "a d b c"],
    ["timestamp", "b a d c"],
    ["file", "c a b d"],
  ])("O002: %s, with a clock that was set back", (named, expected) => {
    const rows = [
      { uuid: "c", parent: "b", at: "09:00" },
      { uuid: "a", at: "08:00" },
      { uuid: "b", parent: "d", at: "07:00" },
      { uuid: "d", parent: "a", at: "08:30" },
    ];
    expect(order(rows, { order: named })).toBe(expected);
  });

  it("X20: records of the same time are ordered by path and line, in every order", () => {
    const rows = ["S2", "S1"].flatMap((session) => [
      { uuid: `${session}r`, at: "08:00", session },
      { uuid: `${session}a`, parent: `${session}r`, at: "08:00", session },
    ]);
    for (const named of ["kahn", "timestamp", "file"] as const)
      expect(order(rows, { order: named })).toBe("S1r S1a S2r S2a");
  });

  it("each node names its thread, and the root lists the heads of the threads", () => {
    const tree = read(fixture("sample"));
    expect(tree.order).toBe("kahn");
    expect(tree.threads!.map(({ head }) => [head.type, head.children.length])).toEqual(
      ["session", "branch", "branch", "agent", "session"].map((type) => [type, 0]),
    );
    const named = tree.children.map((node) => JSON.stringify((node as Message).thread));
    expect(new Set(named)).toEqual(new Set(tree.threads!.map(({ thread }) => JSON.stringify(thread))));
  });

  it.each(projects)("O016 C064: %s is complete in every order", (name) => {
    for (const named of ["kahn", "timestamp", "file"] as const) {
      const file = fixture(name);
      const tree = read(file, { order: named });
      expect(audit(tree, file.data.ledger!)).toEqual([]);
      if (named === "kahn") expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
    }
  });
});

describe("the parent of an entry", () => {
  const boundary = { type: "system", subtype: "compact_boundary", message: undefined, compactMetadata: {} };
  const stream = (tree: Root) => tree.children.map((node) => (node as Message).uuid).join(" ");

  it("O011 C096 X03: the parent of a boundary is its logical parent, if that is known, else its physical parent", () => {
    const rows = (logicalParentUuid: string) => [
      { uuid: "a", at: "08:00" },
      { uuid: "b", parent: "a", at: "09:00" },
      { uuid: "s", parent: "a", at: "08:30", ...boundary, logicalParentUuid },
      { uuid: "c", parent: "s", at: "08:40" },
    ];
    expect(stream(read(project(rows("b"))))).toBe("a b s c");
    expect(stream(read(project(rows("nowhere"))))).toBe("a s c b");
    // 000: a boundary is a fresh root
    expect(stream(read(project(rows("b")), { compaction: "root" }))).toBe("a s c b");
  });

  it("a logical parent that is below its own boundary is ignored", () => {
    const rows = [
      { uuid: "s", at: "08:00", ...boundary, logicalParentUuid: "b" },
      { uuid: "a", parent: "s", at: "08:10" },
      { uuid: "b", parent: "a", at: "08:20" },
    ];
    const file = project(rows);
    const tree = read(file);
    expect(stream(tree)).toBe("s a b");
    expect(file.messages).toEqual([]);
    expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
  });

  it("of boundaries that form a cycle, the first is a root", () => {
    const rows = [
      { uuid: "s", at: "08:10", ...boundary, logicalParentUuid: "b" },
      { uuid: "a", parent: "s", at: "08:20" },
      { uuid: "t", at: "08:00", ...boundary, logicalParentUuid: "a" },
      { uuid: "b", parent: "t", at: "08:30" },
      { uuid: "v", at: "07:00", ...boundary, logicalParentUuid: "b" }, // below the cycle, not on it
    ];
    expect(stream(read(project(rows)))).toBe("t b v s a");
  });

  it("X14: the parent of a child of a removed record is the nearest record above that stays", () => {
    const rows = [
      { uuid: "a", at: "08:00" },
      { uuid: "s", parent: null, at: "08:10", ...boundary, logicalParentUuid: "z" },
      { uuid: "t", parent: "s", at: "08:20", isCompactSummary: true },
      { uuid: "c", parent: "t", at: "06:30" }, // a clock that was set back
      { uuid: "z", parent: "a", at: "09:00" },
    ];
    const file = project(rows);
    const whole = ccdag().parse(file);
    const stripped = ccdag().use(ccdagSelect, { compaction: "strip" }).runSync(whole, file);
    expect(names(timeline(stripped, file))).toBe("a z c");
    expect(audit(timeline(stripped, file), file.data.ledger!)).toEqual([]);
  });

  it("a removed summary without a uuid is accounted for", () => {
    const rows = [
      { uuid: "a", at: "08:00" },
      { uuid: "s", at: "08:10", ...boundary, logicalParentUuid: "a" },
      { uuid: undefined, parent: "s", at: "08:20", isCompactSummary: true, message: { content: "What was said." } },
    ];
    const file = project(rows);
    const whole = ccdag().parse(file);
    expect(audit(whole, file.data.ledger!)).toEqual([]);
    const stripped = ccdag().use(ccdagSelect, { compaction: "strip" }).runSync(whole, file);
    expect(audit(stripped, file.data.ledger!)).toEqual([]);
  });

  it("O012: a child of any part of a merged answer, or of a result in it, is a child of the answer", () => {
    const answer = (content: object) => ({
      type: "assistant",
      message: { id: "m", role: "assistant", content: [content] },
    });
    const rows = [
      { uuid: "a", at: "08:00" },
      { uuid: "x", parent: "a", at: "08:01", ...answer({ type: "text", text: "x" }) },
      { uuid: "y", parent: "x", at: "08:02", ...answer({ type: "tool_use", id: "t", name: "Read", input: {} }) },
      {
        uuid: "r",
        parent: "y",
        at: "08:03",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "r" }] },
      },
      { uuid: "b", parent: "y", at: "07:00" },
      { uuid: "c", parent: "r", at: "07:30" },
    ];
    expect(stream(read(project(rows)))).toBe("a x b c");
  });

  it.each<[string, Row]>([
    ["a message of its own", {}],
    ["an answer", { type: "assistant", message: { id: "m", content: [{ type: "text", text: "x" }] } }],
    ["a record that is no message", { type: "progress", data: { output: "x" } }],
  ])("of several entries with one uuid, each has its own parent: %s", (_, more) => {
    const rows: Row[] = [
      { uuid: "a", at: "10:00" },
      { uuid: "b", parent: "a", at: "10:05" },
      { uuid: "a", parent: "b", at: "10:01", message: { content: "other" }, ...more },
    ];
    const file = project(rows);
    const tree = ccdag().parse(file);
    const { children } = timeline(tree, file);
    expect(children.map(({ position }) => position!.start.line)).toEqual([1, 2, 3]);
    expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
  });

  it("only a boundary has a logical parent", () => {
    const rows = [
      { uuid: "a", at: "08:00" },
      { uuid: "b", parent: "a", at: "08:02", logicalParentUuid: "c" },
      { uuid: "c", parent: "a", at: "08:04" },
    ];
    expect(order(rows)).toBe("a b c");
  });

  it("20,000 boundaries that all form cycles take linear time", () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      uuid: `s${index}`,
      parent: index === 0 ? null : `s${index - 1}`,
      at: "08:00",
      ...boundary,
      logicalParentUuid: "end",
    }));
    const file = project([...rows, { uuid: "end", parent: "s19999", at: "08:10" }]);
    const tree = read(file);
    expect(tree.children).toHaveLength(20_001);
    expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
  });

  it("O010 O018: an entry whose parent is in no file is a root, at its time", () => {
    const rows = [
      { uuid: "a", at: "08:00" },
      { uuid: "b", parent: "a", at: "09:00" },
      { uuid: "c", parent: "lost", at: "08:30" },
    ];
    expect(order(rows)).toBe("a c b");
  });

  it("O006: an entry without a time has that of its parent; a record without a uuid comes after the record before it", () => {
    const mode = { type: "mode", message: undefined };
    const rows: Row[] = [
      { uuid: undefined, ...mode, mode: "first" },
      { uuid: "a", at: "08:00" },
      { uuid: "b", parent: "a" },
      { uuid: undefined, ...mode, mode: "second" },
      { uuid: "c", at: "08:30", session: "S0" },
      { uuid: "d", parent: "b", at: "09:00" },
    ];
    const tree = read(project(rows));
    const output = tree.children.map((node) => (node as Notice).uuid ?? (node as Notice).value ?? node.type);
    expect(output.map((one) => /second|first/.exec(one)?.[0] ?? one)).toEqual(["first", "a", "b", "second", "c", "d"]);
  });

  it("O006: a record at the head of a session that only forks has the time of its first branch", () => {
    const mode = { type: "mode", message: undefined, uuid: undefined, session: "S2" };
    const answer = (uuid: string, parent: string, at: string) => {
      const message = { id: uuid, content: [{ type: "text", text: uuid }] };
      return { uuid, parent, at, session: "S2", type: "assistant", message };
    };
    const rows = [
      { uuid: "x", at: "08:00", session: "S1" },
      { ...mode, mode: "first" },
      { uuid: "a", at: "09:00", session: "S2" },
      answer("a1", "a", "09:01"),
      { uuid: "b", at: "09:10", session: "S2" },
      answer("b1", "b", "09:11"),
    ];
    const tree = read(project(rows));
    expect(tree.threads!.map(({ head }) => head.type)).toEqual(["session", "session", "branch", "branch"]);
    expect(tree.children.map((node) => (node as Message).uuid ?? node.type).join(" ")).toBe("x notice a a1 b b1");
  });

  it("O027 C035: copies are folded and branches resolved before anything is ordered", () => {
    const copied = overlap.slice(0, 5).map((row) => ({ ...row, session: "S4" }));
    const rows = [...overlap, ...copied, { uuid: "n", parent: "e", at: "00:50", session: "S4" }];
    const file = project(rows);
    const tree = read(file);
    expect(names(tree)).toBe("a b c d e k f l g m h i j n");
    expect(audit(tree, file.data.ledger!)).toEqual([]);
    expect(file.data.ledger!.folded).toHaveLength(5);
  });

  it("O007 O019: entries that no order can satisfy are at the end, and a message gives their number", () => {
    const rows = ["a", "b", "c", "d"].map((uuid, at) => ({ uuid, parent: "abc"[at - 1] ?? null, at: `08:0${at}` }));
    const file = project(rows);
    const tree = ccdag().parse(file);
    walk(tree, (node) => {
      if (node.type !== "session") return;
      // A transform that merges two messages into one, although another is between them.
      const [first, second, third, ...rest] = node.children as [Message, Message, Message, Message];
      node.children = [first, second, { ...rest[0]!, uuid: "d", uuids: ["d", "b"] }, third].filter(
        (one) => one !== second,
      );
    });
    const output = timeline(tree, file);
    expect(stream(output)).toBe("a c d");
    const messages = file.data.companions!.flatMap((one) => one.messages);
    expect(messages.map(({ ruleId, reason }) => `${ruleId}: ${reason}`)).toEqual([
      "message-order: 2 records could not be ordered; they are placed at the end",
    ]);
    expect(findMisplaced(output, file.data.transcript!)).toHaveLength(1);
  });
});

describe("findMisplaced", () => {
  it("O025 L003: names every node that comes before its parent", () => {
    const file = project(overlap);
    const tree = read(file);
    expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
    const wrong = { ...tree, children: [...tree.children].reverse() };
    const found = findMisplaced(wrong, file.data.transcript!).map(
      ({ child, parent }) => `${child.uuid}<${parent.uuid}`,
    );
    expect(found).toContain("j<i");
    expect(found).toHaveLength(12);
  });

  it("O025: checks a tree in depth-first order too", () => {
    const file = project(overlap);
    const tree = read(file, { order: "session-tree" });
    expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
    tree.children[0] = {
      ...tree.children[0]!,
      children: [...(tree.children[0] as Session).children].reverse(),
    } as never;
    expect(findMisplaced(tree, file.data.transcript!).length).toBeGreaterThan(5);
  });
});

describe("sessions that are children of each other", () => {
  it("have an order all the same: the one that becomes a root comes before its parent", () => {
    const rows: Row[] = [
      { uuid: "a", parent: "y", at: "00:01" },
      { uuid: "b", at: "00:02" },
      { uuid: "x", parent: "b", at: "00:03", session: "S2" },
      { uuid: "y", parent: "x", at: "00:04", session: "S2" },
    ];
    const file = project(rows);
    const tree = read(file);
    expect(file.messages.map(({ ruleId }) => ruleId)).not.toContain("message-order");
    expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
    const nested = read(file, { order: "session-tree" });
    expect(findMisplaced(nested, file.data.transcript!)).toEqual([]);
  });
});

describe("ccdagTimeline", () => {
  it("puts a timeline into another order, and keeps its threads", () => {
    const file = fixture("sample");
    const stream = read(file, { order: "file" });
    const again = timeline(stream, file);
    const fresh = read(fixture("sample"));
    expect(again.threads).toEqual(fresh.threads);
    expect(messagesIn(again)).toEqual(messagesIn(fresh));
    expect(audit(again, file.data.ledger!)).toEqual([]);
  });

  it("is a plugin: by default it orders by Kahn's algorithm", async () => {
    const file = project(overlap);
    const processor = ccdag().use(ccdagTimeline);
    const output = (await processor.run(processor.parse(file), file)) as Root;
    expect([output.order, names(output)]).toEqual(["kahn", "a b c d e k f l g m h i j"]);
  });

  it("needs the transcript that parsing puts into the file", () => {
    expect(() => timeline({ type: "root", children: [] }, new VFile())).toThrow(
      new TypeError("Expected a file with `data.transcript`, which parsing puts there"),
    );
  });
});

/** A conversation in which every record has a uuid, a resolving parent and a time of its own. */
const conversations = fc
  .array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 2, maxLength: 24 })
  .chain((steps) =>
    fc.tuple(fc.constant(steps), fc.shuffledSubarray([...steps.keys()], { minLength: steps.length }), fc.nat()),
  )
  .map(([steps, minutes, seed]) => ({
    seed,
    rows: steps.map(([to, isAnswer], index): Row => {
      const uuid = `u${index}`;
      const at = new Date(Date.UTC(2026, 0, 1, 8, minutes[index])).toISOString().slice(11, 16);
      const answer = { type: "assistant", message: { id: uuid, content: [{ type: "text", text: uuid }] } };
      return { uuid, parent: index === 0 ? null : `u${to % index}`, at, ...(isAnswer ? answer : {}) };
    }),
  }));

describe("X06 X20: the order does not depend on the order of files or lines", () => {
  it("O015: files listed in another order give the same bytes in every order", () => {
    fc.assert(
      fc.property(damaged, fc.constantFrom<Order>("session-tree", "kahn", "timestamp", "file"), (files, named) => {
        const render = (listed: typeof files) => {
          const companions = listed.map(({ path, value }) => new VFile({ path, value }));
          return JSON.stringify(read(new VFile({ path: "project", data: { companions } }), { order: named }));
        };
        expect(render([...files].reverse())).toBe(render(files));
      }),
      { numRuns: 60 },
    );
  });

  it("O015: lines in another order give the same order, if each has a uuid, a parent and a time", () => {
    const arbitrary = fc.tuple(conversations, fc.infiniteStream(fc.nat()));
    fc.assert(
      fc.property(arbitrary, ([{ rows }, numbers]) => {
        const shuffled = rows.map((row) => ({ row, key: numbers.next().value }));
        const other = shuffled.sort((a, b) => a.key - b.key).map(({ row }) => row);
        expect(order(other)).toBe(order(rows));
      }),
      { numRuns: 300 },
    );
  });

  it("O013: damaged transcripts are complete in Kahn's order, parents first", () => {
    fc.assert(
      fc.property(damaged, (files) => {
        const companions = files.map(({ path, value }) => new VFile({ path, value }));
        const file = new VFile({ path: "project", data: { companions } });
        const tree = read(file);
        expect(audit(tree, file.data.ledger!)).toEqual([]);
        expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
