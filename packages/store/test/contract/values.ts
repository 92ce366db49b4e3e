import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { JsonRecord, MessageContent, MessagePart, Store } from "../../src/index.ts";
import { codeOf, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** A part of data that holds a value. */
function data(value: unknown): MessageContent {
  return { role: "user", parts: [{ type: "data", meta: { value } as JsonRecord }], meta: {} };
}

/** Lists in lists. */
function nested(depth: number): unknown {
  let value: unknown[] = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

/** Values that are hard to keep, and limits. */
export function valuesAndLimits(opened: Opened): void {
  let store: Store;
  let id: string;
  beforeAll(async () => {
    ({ store } = opened);
    ({ id } = await store.createSession());
  });

  const newest = async () => (await store.path(id, { limit: 1, timeDesc: true })).items[0]!;
  const count = async () => (await store.tree(id)).nodes.length;

  test.each([
    ["a NUL character", "a\0b"],
    ["half surrogates", "\ud800 \udc00 \udbff"],
    ["a whole surrogate pair", "🙂"],
    ["characters that end lines", "\r\n\u2028\u2029\u0085"],
    ["characters that SQL and JSON escape", `' " \\ \\u0000 $1 ; -- \\x00 \b\f`],
    ["a byte order mark, and marks that stay apart", "\ufeffe\u0301 \u00e9"],
    ["no text", ""],
  ])("%s comes back as it was", async (_, text) => {
    const content: MessageContent = {
      role: "user",
      parts: [{ type: text, text, meta: { [text]: text } }],
      meta: { [text]: [text] },
    };
    const { message } = await store.append(id, content);
    expect(message).toMatchObject(content);
    expect(await newest()).toEqual(message);
    const session = await store.createSession({ configs: content.meta });
    expect((await store.session(session.id)).configs).toEqual(content.meta);
  });

  test("names such as __proto__ stay names, and change no object", async () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x"}';
    const value = JSON.parse(text) as JsonRecord;
    const part = { type: "data", meta: value };
    await store.append(id, { role: "user", parts: [part], meta: value });
    const { parts, meta } = await newest();
    expect([JSON.stringify(parts[0]!.meta), JSON.stringify(meta)]).toEqual([text, text]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("property: every value that JSON holds comes back", async () => {
    const part = fc.record(
      {
        type: fc.string({ unit: "binary" }),
        text: fc.string({ unit: "binary" }),
        meta: fc.dictionary(fc.string(), fc.jsonValue()),
      },
      { requiredKeys: ["type"] },
    );
    const content = fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      parts: fc.array(part, { maxLength: 4 }),
      meta: fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
    });
    await fc.assert(
      fc.asyncProperty(content, async (made) => {
        // JSON has one zero; the words of JSON are what is promised.
        const given = JSON.parse(JSON.stringify(made)) as MessageContent;
        const { message } = await store.append(id, given);
        const { role, parts, meta } = await newest();
        expect({ role, parts, meta }).toEqual(given);
        expect(JSON.stringify(parts)).toBe(JSON.stringify(given.parts));
        expect(message).toEqual(await newest());
      }),
      { numRuns: 100 },
    );
  });

  test("numbers keep their last digit, and what JSON does not hold becomes what JSON makes of it", async () => {
    const numbers = [0, -1, 0.1, 1e21, 5e-324, Number.MAX_VALUE, 9_007_199_254_740_991];
    const { message } = await store.append(id, data([...numbers, Number.NaN, undefined, new Date(0)]));
    const expected = [{ type: "data", meta: { value: [...numbers, null, null, "1970-01-01T00:00:00.000Z"] } }];
    expect(message.parts).toEqual(expected);
    expect((await newest()).parts).toEqual(expected);
  });

  test("lists 1,000 levels deep come back; 100,000 levels, a cycle and a BigInt are refused", async () => {
    const deep = data(nested(1000));
    await store.append(id, deep);
    expect((await newest()).parts).toEqual(deep.parts);
    const before = await count();
    const cycle: unknown[] = [];
    cycle.push(cycle);
    for (const value of [nested(100_000), cycle, 1n]) {
      expect(await codeOf(store.append(id, data(value)))).toBe("INVALID_BODY");
      const configs = { value } as JsonRecord;
      expect(await codeOf(store.append(id, { ...user("x"), meta: configs }))).toBe("INVALID_BODY");
      expect(await codeOf(store.createSession({ configs }))).toBe("INVALID_BODY");
    }
    expect(await count()).toBe(before);
  });

  test("a text of 20 MB comes back, from every list, and can be continued", async () => {
    const { id: session } = await store.createSession();
    const text = "é🙂 \0\n".repeat(20_000_000 / Buffer.byteLength("é🙂 \0\n"));
    const { message } = await store.append(session, user(text));
    await store.append(session, user("next"));
    // Compared as texts: a difference of 20 MB would take long to print.
    expect(message.parts[0]!.text === text).toBe(true);
    for (const { items } of [await store.path(session), await store.messages(session)]) {
      expect(items.map(({ parentId }) => parentId)).toEqual([null, message.id]);
      expect(items[0]!.parts[0]!.text === text).toBe(true);
    }
  });

  test("10,000 parts come back in their order", async () => {
    const parts: MessagePart[] = Array.from({ length: 10_000 }, (_, at) => ({ type: "text", text: `${at}` }));
    await store.append(id, { role: "assistant", parts, meta: {} });
    expect((await newest()).parts).toEqual(parts);
  });

  test("meta and configs have 64 KB as JSON at most, counted in bytes", async () => {
    // {"k":""} has 8 bytes, and é has two.
    const fits = { k: "é".repeat((65_536 - 8) / 2) };
    const tooLarge = { k: `${fits.k}a` };
    const { message } = await store.append(id, { ...user("x"), meta: fits });
    expect(message.meta).toEqual(fits);
    expect((await store.createSession({ configs: fits })).configs).toEqual(fits);
    const before = await count();
    expect(await codeOf(store.append(id, { ...user("x"), meta: tooLarge }))).toBe("TOO_LARGE");
    expect(await codeOf(store.createSession({ configs: tooLarge }))).toBe("TOO_LARGE");
    expect(await count()).toBe(before);
  });
}
