// Hostile archives: entries that occur more than once.
import { text, entry, user, answer, result, many, some, one } from "./records.mjs";

/** Makes about n lines of each shape, in files by path. */
export const copies = {
  copies(n) {
    const records = many(100, (i) => (i % 2 ? answer : user)(`e${i}`, i ? `e${i - 1}` : null, `words ${i}`));
    return Object.fromEntries(many(n / 100, (i) => [`s${i}.jsonl`, records]));
  },
  // Copies that differ: an entry of its own, another session id on each line, another set of files for each entry.
  copiesWithTails: (n) =>
    Object.fromEntries(
      many(n / 100, (i) => [
        `s${i}.jsonl`,
        [
          ...many(98, (j) => (j % 2 ? answer : user)(`e${j}`, j ? `e${j - 1}` : null, `words ${j}`)),
          user(`own${i}`, `e${i % 98}`, "mine"),
          answer(`reply${i}`, `own${i}`, "yours"),
        ],
      ]),
    ),
  copiesWithIds: (n) =>
    Object.fromEntries(
      many(n / 100, (i) => [
        `s${i}.jsonl`,
        many(100, (j) => answer(`e${j}`, j ? `e${j - 1}` : null, "same", { entry: { sessionId: `x${i * 100 + j}` } })),
      ]),
    ),
  copiesInSubsets: (n) =>
    Object.fromEntries(
      many(16, (bit) => [
        `s${bit}.jsonl`,
        many(n / 8, (i) => (((i + 1) >> bit) & 1 ? answer(`e${i}`, i ? `e${i - 1}` : null, "same") : [])).flat(),
      ]),
    ),
  copiesWithFields: (n) => one(many(n, (i) => answer("e", null, "same", { entry: { [`field${i}`]: i } }))),
  copiesWithParents: (n) =>
    one([
      ...many(n / 2, (i) => user("e", `gone${i}`, "same")),
      ...some(n / 4, (i) => [answer(`a${i}`, "e", `answer ${i}`), result(`b${i}`, "e", `t${i}`)]),
    ]),
  blocksInCopies: (n) =>
    one([
      entry(
        "assistant",
        "e",
        null,
        some(n / 2, (i) => text(`block ${i}`)),
      ),
      ...many(n / 2, (i) => answer("e", null, `block ${i}`)),
    ]),
  manyBlocksTwice: (n) =>
    one(
      many(4, (k) =>
        entry(
          "assistant",
          "e",
          null,
          some(n / 4, (i) => text(`block ${k % 2 ? i : n - i}`)),
          { entry: { k } },
        ),
      ),
    ),
  uuidCollisions: (n) =>
    one([
      ...many(n / 2, (i) => user("same", null, `content ${i}`)),
      ...many(n / 2, (i) => answer(`a${i}`, "same", `answer ${i}`)),
    ]),
  uuidCollisionsInFiles: (n) =>
    Object.fromEntries(
      many(n / 4, (i) => [
        `s${i}.jsonl`,
        [
          user("same", null, `content ${i}`),
          answer(`a${i}`, "same", "yes"),
          user(`b${i}`, "same", "and"),
          answer(`c${i}`, `b${i}`, "no"),
        ],
      ]),
    ),
};
