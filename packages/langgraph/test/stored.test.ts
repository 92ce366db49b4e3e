import { type Checkpoint, emptyCheckpoint, INTERRUPT, MemorySaver, uuid6 } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CcdagSaver } from "../src/index.ts";
import { allOf, serveForTests } from "./serve.ts";

const served = serveForTests();
const metadata = { source: "loop", step: 0, parents: {} } as const;
const thread = (thread_id: string, checkpoint_id?: string) => ({
  configurable: { thread_id, checkpoint_ns: "", ...(checkpoint_id === undefined ? {} : { checkpoint_id }) },
});

/** A checkpoint whose channels hold these values, each in a version of its own. */
function checkpointOf(values: Record<string, unknown>, versions: Record<string, number>): Checkpoint {
  return { ...emptyCheckpoint(), id: uuid6(0), channel_values: values, channel_versions: versions };
}

/** The bytes of what a thread has in the store. */
async function bytesOf(saver: CcdagSaver, id: string): Promise<number> {
  const { items } = await served.client.sessions.getMessages(await saver.sessionId(id), {
    format: "acontext",
    scope: "session",
  });
  return JSON.stringify(items).length;
}

/** Put a conversation that grows by a message of 500 characters with each checkpoint. */
async function grow(saver: CcdagSaver, id: string, count: number): Promise<void> {
  const messages: object[] = [];
  let config = thread(id);
  for (let version = 1; version <= count; version++) {
    messages.push({ role: "user", content: `${version} ${"x".repeat(500)}` });
    const checkpoint = checkpointOf({ messages: [...messages], step: version }, { messages: version, step: version });
    config = (await saver.put(
      config,
      checkpoint,
      metadata,
      checkpoint.channel_versions as Record<string, number>,
    )) as typeof config;
  }
}

describe("what the store has of a thread", () => {
  it("a conversation costs what was said: twice as long, twice as many bytes", async () => {
    const saver = served.saver();
    await grow(saver, "short", 40);
    await grow(saver, "long", 80);
    const [short, long] = [await bytesOf(saver, "short"), await bytesOf(saver, "long")];
    expect(long / short).toBeLessThan(2.1);
    expect(short / 40).toBeLessThan(1500);
  });

  it("a step takes two requests, and a checkpoint is read with two", async () => {
    const saver = served.saver();
    await grow(saver, "steps", 3);
    const start = served.sent.length;
    const tuple = await saver.getTuple(thread("steps"));
    expect(served.sent.slice(start).map((one) => one.split("?")[0]!.split("/").at(-1))).toEqual([
      "messages",
      "messages",
    ]);
    const { id, channel_versions } = checkpointOf({ step: 4 }, { step: 4 });
    const checkpoint = {
      ...tuple!.checkpoint,
      id,
      channel_versions: { ...tuple!.checkpoint.channel_versions, ...channel_versions },
    };
    const before = served.sent.length;
    await saver.put(tuple!.config, checkpoint, metadata, { step: 4 });
    expect(served.sent.slice(before).map((one) => one.split(" ")[0])).toEqual(["POST", "PUT"]);
  });

  it("a value that is written again and again is read without all that it was", async () => {
    const saver = served.saver("again");
    let config = thread("again");
    for (let version = 1; version <= 150; version++) {
      const checkpoint = checkpointOf({ text: `${version} ${"y".repeat(3000)}` }, { text: version });
      config = (await saver.put(config, checkpoint, metadata, { text: version })) as typeof config;
    }
    const start = served.sent.length;
    const fresh = served.saver("again");
    expect(String((await fresh.getTuple(thread("again")))!.checkpoint.channel_values["text"])).toMatch(/^150 /);
    expect(served.sent.length - start).toBe(2);
  });

  it("threads of another prefix are others, and a thread that is deleted is gone with all that is known of it", async () => {
    const [one, other] = [served.saver(), served.saver()];
    await grow(one, "same", 2);
    await grow(other, "same", 1);
    expect(await one.sessionId("same")).not.toBe(await other.sessionId("same"));
    await one.deleteThread("same");
    await one.deleteThread("same");
    expect(await one.getTuple(thread("same"))).toBeUndefined();
    expect(await other.getTuple(thread("same"))).toBeDefined();
    // A copy of its session is no thread.
    await served.client.sessions.copy(await other.sessionId("same"));
    expect(await allOf(other.list({}))).toHaveLength(1);
    // It may begin again.
    await grow(one, "same", 1);
    expect(await allOf(one.list(thread("same")))).toHaveLength(1);
  });
});

describe("what comes in another order", () => {
  it("what a task wrote is kept when its checkpoint comes later, from several at once", async () => {
    const saver = served.saver();
    const checkpoint = checkpointOf({ a: 1 }, { a: 1 });
    const early = thread("early", checkpoint.id);
    await grow(saver, "early", 1);
    await Promise.all(["t1", "t2", "t3"].map((task) => saver.putWrites(early, [["a", task]], task)));
    await saver.put(thread("early"), checkpoint, metadata, { a: 1 });
    await saver.putWrites(early, [["a", "t4"]], "t4");
    const { pendingWrites } = (await saver.getTuple(early))!;
    expect(pendingWrites).toEqual(["t1", "t2", "t3", "t4"].map((task) => [task, "a", task]));
  });

  it("what a task wrote first stands, an interrupt is replaced, and tasks come in the order of their paths", async () => {
    const saver = served.saver();
    const checkpoint = checkpointOf({}, {});
    const config = await saver.put(thread("order"), checkpoint, metadata, {});
    await saver.putWrites(config, [["a", "first"]], "task", "~z");
    await saver.putWrites(config, [["a", "second"]], "task", "~z");
    await saver.putWrites(config, [[INTERRUPT, "one"]], "task", "~z");
    await saver.putWrites(config, [[INTERRUPT, "two"]], "task", "~z");
    await saver.putWrites(config, [["b", "before"]], "task 2", "~a");
    expect((await saver.getTuple(config))!.pendingWrites).toEqual([
      ["task 2", "b", "before"],
      ["task", INTERRUPT, "two"],
      ["task", "a", "first"],
    ]);
  });

  it("a checkpoint that is put again is the later one; one after a checkpoint that is not stored has all of its own", async () => {
    const saver = served.saver();
    const first = await saver.put(thread("twice"), checkpointOf({ a: 1 }, { a: 1 }), metadata, { a: 1 });
    const checkpoint = checkpointOf({ a: 2 }, { a: 2 });
    await saver.put(first, checkpoint, metadata, { a: 2 });
    await saver.put(first, { ...checkpoint, channel_values: { a: 3 } }, metadata, { a: 2 });
    expect((await saver.getTuple(thread("twice")))!.checkpoint.channel_values).toEqual({ a: 3 });
    const after = checkpointOf({ a: 3, b: [{ c: 1 }] }, { a: 2, b: 1 });
    await saver.put(thread("twice", uuid6(0)), after, metadata, {});
    expect((await saver.getTuple(thread("twice", after.id)))!.checkpoint).toEqual(after);
  });

  it("an older checkpoint that comes last is not the newest", async () => {
    const saver = served.saver("older");
    const [older, newer] = [checkpointOf({ a: 1 }, { a: 1 }), checkpointOf({ a: 2 }, { a: 2 })];
    await saver.put(thread("older"), newer, metadata, { a: 2 });
    const other = served.saver("older");
    await Promise.all([saver, other].map((one) => one.put(thread("older"), older, metadata, { a: 1 })));
    expect((await saver.getTuple(thread("older")))!.checkpoint.id).toBe(newer.id);
  });

  it("refuses a config without a thread, and an id that no graph gives, in words", async () => {
    const saver = served.saver();
    const checkpoint = checkpointOf({}, {});
    await expect(saver.put({}, checkpoint, metadata, {})).rejects.toThrow(
      "Unexpected config without configurable.thread_id",
    );
    await expect(saver.put(thread("a"), { ...checkpoint, id: "a b" }, metadata, {})).rejects.toThrow(
      'Unexpected checkpoint_id "a b", expected letters, digits and -_. as of a UUID',
    );
    await expect(saver.putWrites(thread("a"), [], "t")).rejects.toThrow("without configurable.checkpoint_id");
  });
});

describe("beside the saver of LangGraph that keeps all in memory", () => {
  const item = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ text: fc.string() }));
  const values = fc.dictionary(fc.constantFrom("a", "b", "list"), fc.oneof(item, fc.array(item, { maxLength: 5 })));
  const step = fc.record({ values, parent: fc.nat({ max: 5 }), ns: fc.constantFrom("", "inner:1|x") });

  let runs = 0;

  it("property: trees of checkpoints of any values are read as they were put, from any process", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const prefix = `property ${runs++}`;
        const [model, saver, fresh] = [new MemorySaver(), served.saver(prefix), served.saver(prefix)];
        const configs: object[] = [];
        for (const [at, { values: given, parent, ns }] of steps.entries()) {
          const versions = Object.fromEntries(Object.keys(given).map((channel) => [channel, at + 1]));
          const checkpoint = checkpointOf(given, versions);
          const id = configs.length === 0 ? undefined : (configs[parent % configs.length] as { id: string }).id;
          const config = { configurable: { thread_id: "t", checkpoint_ns: ns, checkpoint_id: id } };
          await model.put(config, structuredClone(checkpoint), metadata);
          const put = await saver.put(config, checkpoint, metadata, versions);
          configs.push({ ...put, id: checkpoint.id });
        }
        for (const config of configs) {
          const expected = await model.getTuple(config);
          for (const one of [saver, fresh])
            expect(await one.getTuple(config)).toEqual({ ...expected, config: expect.anything() });
        }
      }),
      { numRuns: 15 },
    );
  });
});
