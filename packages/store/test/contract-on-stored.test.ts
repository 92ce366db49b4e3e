import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Store, StoredEvent } from "../src/index.ts";
import { databases } from "./databases.ts";
import { say, textsOf, user } from "./say.ts";

describe.each(databases)("onStored over $name", (database) => {
  let store: Store;
  let onStored: (stored: StoredEvent) => unknown;
  let onStoredError: ((error: unknown, stored: StoredEvent) => void) | undefined;
  /** What was called, in this order. */
  let called: StoredEvent[];
  beforeAll(async () => {
    // Read at each call, so that each test has its own without a store of its own.
    store = await database.open({
      onStored: (stored) => onStored(stored),
      get onStoredError() {
        return onStoredError;
      },
    });
  });
  beforeEach(() => {
    called = [];
    onStored = (stored) => called.push(stored);
    onStoredError = (error) => {
      throw error;
    };
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const newSession = async () => (await store.createSession()).id;
  const settled = (count: number) => expect.poll(() => called.length).toBe(count);

  test("S015 it is called once for each message, with the path to it and no sibling", async () => {
    const id = await newSession();
    const [, m2] = await say(store, id, "1", "2", "3");
    const fork = (await store.append(id, user("fork"), { parentId: m2 })).message;
    await say(store, id, "after");
    await store.append(id, user("root"), { root: true });
    await settled(6);
    expect(called.map(({ path }) => textsOf(path).join(" "))).toEqual([
      "1",
      "1 2",
      "1 2 3",
      "1 2 fork",
      "1 2 fork after",
      "root",
    ]);
    for (const { message, path } of called) expect(path.at(-1)).toEqual(message);
    expect(called[3]!.message).toEqual(fork);
  });

  test("calls for one session are in the order of its messages, and one ends before the next begins", async () => {
    const id = await newSession();
    const running = new Set<string>();
    let most = 0;
    onStored = async (stored) => {
      running.add(stored.message.id);
      most = Math.max(most, running.size);
      await setTimeout(stored.message.depth % 3);
      running.delete(stored.message.id);
      called.push(stored);
    };
    // An id in capital letters names the same session.
    await Promise.all(
      Array.from({ length: 32 }, (_, at) => store.append(at % 2 ? id : id.toUpperCase(), user(`${at}`))),
    );
    await settled(32);
    expect(called.map(({ message }) => message.depth)).toEqual(Array.from({ length: 32 }, (_, at) => at + 1));
    expect(most).toBe(1);
    for (const { path, message } of called) expect(path).toHaveLength(message.depth);
  });

  test("an append does not wait for it, and another session is not held up", async () => {
    const [id, other] = [await newSession(), await newSession()];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    onStored = async (stored) => {
      if (stored.message.sessionId === id) await held;
      called.push(stored);
    };
    await say(store, id, "1", "2");
    await say(store, other, "a");
    await settled(1);
    expect(called[0]!.message.sessionId).toBe(other);
    release();
    await settled(3);
    expect(called.map(({ path }) => textsOf(path).at(-1))).toEqual(["a", "1", "2"]);
  });

  test("it is not called for what was refused, or stored before with the same key", async () => {
    const id = await newSession();
    const [m1] = await say(store, id, "1");
    await store.append(id, user("2"), { key: "k" });
    await store.append(id, user("2"), { key: "k" });
    await expect(store.append(id, user("3"), { expectedLeafId: m1 })).rejects.toThrow("leaf");
    await say(store, id, "last");
    await settled(3);
    expect(called.map(({ path }) => textsOf(path).at(-1))).toEqual(["1", "2", "last"]);
  });

  test("it may append to the session itself", async () => {
    const id = await newSession();
    onStored = async (stored) => {
      called.push(stored);
      if (stored.message.role === "user")
        await store.append(id, { ...user("answer"), role: "assistant" }, { parentId: stored.message.id });
    };
    await say(store, id, "question");
    await settled(2);
    expect(textsOf((await store.path(id)).items)).toEqual(["question", "answer"]);
  });

  test("an error in it, or in what handles it, harms neither the message nor the next call", async () => {
    const id = await newSession();
    const failed: [unknown, string | undefined][] = [];
    const unhandled = vi.fn<() => void>();
    const warned: unknown[] = [];
    const listen = (warning: Error) => warned.push(warning.message);
    process.on("unhandledRejection", unhandled).on("warning", listen);
    onStored = (stored) => {
      called.push(stored);
      if (stored.message.depth === 1) throw new Error("at once");
      // eslint-disable-next-line prefer-promise-reject-errors
      return stored.message.depth < 4 ? Promise.reject("later") : undefined;
    };
    onStoredError = (error, { message, path }) => {
      failed.push([error instanceof Error ? error.message : error, textsOf(path).at(-1)]);
      if (message.depth === 3) throw new Error("in the handler");
    };
    await say(store, id, "1", "2", "3", "4");
    await settled(4);
    await expect.poll(() => warned).toEqual(["in the handler"]);
    process.off("unhandledRejection", unhandled).off("warning", listen);
    expect(failed).toEqual([
      ["at once", "1"],
      ["later", "2"],
      ["later", "3"],
    ]);
    expect(unhandled).not.toHaveBeenCalled();
    expect(textsOf((await store.path(id)).items)).toEqual(["1", "2", "3", "4"]);
  });

  // The last one, because it closes the store of all.
  test("closing waits for all calls, also for those that they cause; an error without a handler is a warning", async () => {
    const ended: string[] = [];
    const warned: string[] = [];
    const listen = (warning: Error) => warned.push(warning.message);
    process.on("warning", listen);
    onStoredError = undefined;
    onStored = async ({ message, path }) => {
      await setTimeout(5);
      if (message.depth === 3) await store.append(message.sessionId, user("caused"));
      ended.push(textsOf(path).at(-1)!);
      if (message.depth === 1) throw new Error("not handled");
      // A value that has no text.
      if (message.depth === 2) throw Object.create(null);
    };
    const id = await newSession();
    const appends = ["1", "2", "3"].map((text) => store.append(id, user(text)));
    await store.close();
    expect(ended).toEqual(["1", "2", "3", "caused"]);
    await Promise.all(appends);
    await expect.poll(() => warned).toHaveLength(2);
    process.off("warning", listen);
    expect(warned[0]).toBe("not handled");
  });
});
