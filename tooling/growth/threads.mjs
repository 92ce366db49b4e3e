// Hostile archives: much of the same in one conversation.
import { at, text, entry, user, answer, call, result, timed, many, some, one, chain } from "./records.mjs";

/** Makes about n lines of each shape, in files by path. */
export const threads = {
  oneMessageId: (n) => one(chain(n, () => ({ message: { id: "same" } }))),
  oneMessageIdBlocks: (n) =>
    one(
      some(n / 2, (i) => [
        call(`c${i}`, i ? `c${i - 1}` : null, "same", "Read", {}, { message: { id: "same" } }),
        result(`r${i}`, `c${i}`, "same", `${i}`),
      ]),
    ),
  oneRequestId: (n) => one(chain(n, () => ({ entry: { requestId: "same" }, message: { id: undefined } }))),
  onePromptId: (n) => one(chain(n, () => ({ entry: { promptId: "same" } }))),
  oneTime: (n) =>
    one([user("root", null, "go"), ...many(n, (i) => answer(`a${i}`, i % 3 ? `a${i - 1}` : "root", "same time"))]),
  oneBlock: (n) =>
    one([
      user("u", null, "go"),
      ...many(n, (i) => answer(`a${i}`, i ? `a${i - 1}` : "u", "same", { message: { id: "m" } })),
    ]),
  models: (n) => one(timed(chain(n, (i) => ({ message: { model: `model-${i}`, usage: { output_tokens: 1 } } })))),
  queue: (n) =>
    one([
      user("u", null, "go"),
      ...many(n / 2, () => ({
        type: "queue-operation",
        operation: "enqueue",
        content: "same",
        timestamp: at(1),
        sessionId: "s",
      })),
      ...many(n / 2, (i) => user(`q${i}`, i ? `q${i - 1}` : "u", "same")),
    ]),
  queueAfter: (n) =>
    one([
      ...many(n / 2, (i) => user(`q${i}`, i ? `q${i - 1}` : null, "same")),
      ...many(n / 2, () => ({
        type: "queue-operation",
        operation: "enqueue",
        content: "same",
        timestamp: at(1),
        sessionId: "s",
      })),
    ]),
  titles: (n) => one([...chain(10), ...many(n, () => ({ type: "custom-title", customTitle: "same", sessionId: "s" }))]),
  summaries: (n) => one([...chain(10), ...many(n, () => ({ type: "summary", summary: "same", leafUuid: "e9" }))]),
  prompts: (n) =>
    one([
      answer("a", null, "what?"),
      ...some(n / 2, (i) => [user(`u${i}`, "a", "same"), answer(`v${i}`, `u${i}`, "so")]),
    ]),
  drafts: (n) => one([answer("a", null, "what?"), ...many(n, (i) => user(`u${i}`, "a", "same"))]),
  rewinds: (n) =>
    one(
      timed(
        some(n / 3, (i) => [
          answer(`a${i}`, i ? `u${i - 1}` : null, "x"),
          user(`x${i}`, `a${i}`, "same"),
          user(`u${i}`, `a${i}`, "same"),
        ]),
      ),
    ),
  notes: (n) =>
    one([
      answer("a", null, "go"),
      ...many(n, (i) => ({ type: "system", subtype: "note", uuid: `n${i}`, parentUuid: "a", content: "x" })),
    ]),
  skills: (n) =>
    one([
      call("a", null, "t", "Skill"),
      ...many(n, (i) =>
        user(`n${i}`, "a", "Base directory for this skill: x", { entry: { isMeta: true, sourceToolUseID: "t" } }),
      ),
    ]),
  lostForks: (n) =>
    one(
      some(n / 4, (i) =>
        some(2, (k) => [user(`u${i}-${k}`, `gone${i}`, `go ${k}`), answer(`v${i}-${k}`, `u${i}-${k}`, "so")]),
      ),
    ),
  innerForks: (n) =>
    one([
      call("a", null, "t"),
      call("b", "a", "u", "Read", {}, { message: { id: "m-a" } }),
      result("r", "a", "t"),
      ...some(n / 2, (i) => [user(`u${i}`, "r", `go ${i}`), answer(`v${i}`, `u${i}`, "so")]),
      user("w", "b", "go"),
      answer("x", "w", "so"),
    ]),
  hooksAbove: (n) => {
    const hooks = many(n / 2, (i) => ({
      type: "progress",
      uuid: `h${i}`,
      parentUuid: i ? `h${i - 1}` : null,
      data: {},
      timestamp: at(i),
    }));
    const files = one(hooks);
    for (let i = 0; i < n / 8; i++)
      files[`t${i}.jsonl`] = [user(`u${i}`, `h${Math.floor(n / 2) - 1}`, "go"), answer(`v${i}`, `u${i}`, "so")];
    return files;
  },
  compactSummaries: (n) =>
    one([
      ...many(n / 2, (i) => ({
        type: "attachment",
        uuid: `h${i}`,
        parentUuid: i ? `h${i - 1}` : null,
        attachment: {},
        timestamp: at(i),
      })),
      ...many(n / 2, (i) =>
        user(`u${i}`, `h${Math.floor(n / 2) - 1}`, "summary", { entry: { isCompactSummary: true } }),
      ),
    ]),
  boundaries: (n) =>
    one(
      some(n / 2, (i) => [
        {
          type: "system",
          subtype: "compact_boundary",
          uuid: `b${i}`,
          parentUuid: null,
          logicalParentUuid: "b0",
          content: "x",
          timestamp: at(i),
        },
        user(`s${i}`, `b${i}`, "summary", { entry: { isCompactSummary: true } }),
      ]),
    ),
  preserved: (n) =>
    one([
      ...chain(100),
      {
        type: "system",
        subtype: "compact_boundary",
        uuid: "b",
        parentUuid: null,
        content: "x",
        compactMetadata: { preservedMessages: { uuids: many(n, (i) => `e${i % 100}`) } },
      },
    ]),
  sessionsOnOne: (n) => ({
    ...one(chain(n / 2)),
    ...Object.fromEntries(
      many(n / 8, (i) => [`t${i}.jsonl`, [user(`u${i}`, `e${i * 4}`, "go"), answer(`v${i}`, `u${i}`, "so")]]),
    ),
  }),
  removedBlocks: (n) =>
    one([
      user("u", null, "go"),
      entry(
        "assistant",
        "a",
        "u",
        many(n, (i) => (i < n / 2 ? { type: "thinking", thinking: `t${i}` } : text("x")[0])),
      ),
    ]),
};
