import { describe, expect, test } from "vitest";
import { maxPartsBytes } from "../src/append.ts";
import { openBefore } from "./contract/opened.ts";
import { databases } from "./databases.ts";
import { codeOf, user } from "./say.ts";

describe.each(databases)("messages of hundreds of megabytes over $name", (database) => {
  const opened = openBefore(database);

  test("one of the largest size comes back, and a larger one is refused", async () => {
    const { store } = opened;
    const { id } = await store.createSession();
    const text = "x".repeat(maxPartsBytes - Buffer.byteLength(JSON.stringify(user("").parts)));
    await store.append(id, user(text));
    const { items } = await store.path(id);
    expect(items[0]!.parts[0]!.text === text).toBe(true);
    expect(await codeOf(store.append(id, user(`${text}x`)))).toBe("TOO_LARGE");
    expect((await store.tree(id)).nodes).toHaveLength(1);
  });

  test("one whose JSON no text holds is too large, too", async () => {
    const { id } = await opened.store.createSession();
    // JSON writes six characters for each.
    expect(await codeOf(opened.store.append(id, user("\0".repeat(100_000_000))))).toBe("TOO_LARGE");
    expect((await opened.store.messages(id)).items).toEqual([]);
  });
});
