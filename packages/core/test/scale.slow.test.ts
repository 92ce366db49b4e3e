import { walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { read } from "./threads.ts";

const line = (type: string, uuid: string, parentUuid: string | null, more: object = {}) =>
  JSON.stringify({ type, uuid, parentUuid, message: { id: uuid, content: uuid }, ...more });
const count = (tree: Parameters<typeof walk>[0]) => {
  let messages = 0;
  walk(tree, ({ type }) => (messages += Number(type === "message")));
  return messages;
};

describe("size", () => {
  it("a chain of 200,000 entries goes through", () => {
    const lines = Array.from({ length: 200_000 }, (_, index) =>
      line(index % 2 ? "assistant" : "user", `e${index}`, index ? `e${index - 1}` : null),
    );
    expect(count(read({ "s.jsonl": lines.join("\n") }).tree)).toBe(200_000);
  });

  it("a star of 200,000 children goes through: progress below one call, and prompts after one answer", () => {
    const progress = Array.from({ length: 200_000 }, (_, index) =>
      JSON.stringify({ type: "progress", uuid: `p${index}`, parentUuid: "a", data: { type: "bash_progress" } }),
    );
    const { threads } = read({ "s.jsonl": [line("assistant", "a", null), ...progress].join("\n") });
    expect(threads.trunks[0]!.entries).toHaveLength(200_001);
    const prompts = Array.from({ length: 200_000 }, (_, index) => line("user", `u${index}`, "a"));
    expect(count(read({ "s.jsonl": [line("assistant", "a", null), ...prompts].join("\n") }).tree)).toBe(200_001);
  });

  it("a replay of 100,000 entries is folded", () => {
    const chain = (prefix: string) =>
      Array.from({ length: 100_000 }, (_, index) =>
        line("assistant", `${prefix}${index}`, index ? `${prefix}${index - 1}` : "u", {
          message: { id: `m${index}`, content: "x" },
        }),
      );
    const { dag, tree } = read({ "s.jsonl": [line("user", "u", null), ...chain("a"), ...chain("b")].join("\n") });
    expect(dag.copies).toHaveLength(100_000);
    expect(count(tree)).toBe(100_001);
  });

  it("50,000 orphans, and 20,000 rewinds one after another, go through", () => {
    const orphans = Array.from({ length: 50_000 }, (_, index) => line("user", `o${index}`, `gone${index}`));
    expect(count(read({ "s.jsonl": orphans.join("\n") }).tree)).toBe(50_000);
    const rewinds = Array.from({ length: 20_000 }, (_, index) =>
      [
        line("assistant", `a${index}`, index ? `u${index - 1}` : null),
        line("user", `x${index}`, `a${index}`),
        line("user", `u${index}`, `a${index}`),
      ].join("\n"),
    );
    expect(count(read({ "s.jsonl": rewinds.join("\n") }).tree)).toBe(60_000);
  });
});
