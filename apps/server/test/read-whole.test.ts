import type { StoredMessage } from "@ccdag/store";
import { expect, test } from "vitest";
import { ReadBudget, type ReadShare, readWhole } from "../src/read-whole.ts";

/** Pages of messages of 1,000 bytes; how many of them were read. */
function pagesOf(count: number) {
  const item = { parts: [{ type: "text", text: "x".repeat(800) }], meta: {} } as unknown as StoredMessage;
  const read = { pages: 0 };
  const readPage = async () => {
    read.pages++;
    return { items: [item], ...(read.pages < count ? { nextCursor: "next" } : {}) };
  };
  return { read, readPage };
}

test("issue 42 a read without a limit stops when the answer is too large, and not after all of it was read", async () => {
  const { read, readPage } = pagesOf(1000);
  const all = (share: ReadShare) => readWhole(readPage, {}, share);
  await expect(new ReadBudget(5000).within(all)).rejects.toMatchObject({ code: "TOO_LARGE" });
  expect(read.pages).toBeLessThan(7);
});

test("issue 42 reads at once share their memory, and give it back", async () => {
  const budget = new ReadBudget(5000, 6000);
  const all = (count: number) => (share: ReadShare) => readWhole(pagesOf(count).readPage, {}, share);
  await budget.within(async (share) => {
    await all(4)(share);
    await expect(budget.within(all(4))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect((await budget.within(all(1))).items).toHaveLength(1);
  });
  expect((await budget.within(all(4))).items).toHaveLength(4);
});
