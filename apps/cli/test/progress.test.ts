import { join } from "node:path";
import type { TaskProgress } from "@ccdag/library";
import { sizeOf } from "@ccdag/site";
import { describe, expect, it } from "vitest";
import { progressText } from "../src/progress.ts";
import { buildSite, jsonl, put, scratch, talk } from "./world.ts";

describe("the progress of long work (issue 45)", () => {
  it.each([
    [
      { done: 12, of: 97, bytes: 2e8, ofBytes: 1.1e9, name: "Fix the parser" },
      500,
      "12 of 97 · 200 MB of 1.1 GB · Fix the parser",
    ],
    [
      { done: 12, of: 97, bytes: 2e8, ofBytes: 8e8, name: "x" },
      20_000,
      "12 of 97 · 200 MB of 800 MB · 1 min 0 s left · x",
    ],
    [{ done: 50, of: 1000, name: "" }, 3000, "50 of 1,000 · 57.0 s left"],
    // Nobody knows yet, and it is done.
    [{ done: 1, of: 1000, name: "" }, 3000, "1 of 1,000"],
    [{ done: 3, of: 3, bytes: 9, ofBytes: 9, name: "" }, 9000, "3 of 3 · 9 B of 9 B"],
    [{ done: 0, of: 0, name: "" }, 9000, "0 of 0"],
  ] as const)("%j after %i ms: %s", (progress, ms, text) => {
    expect(progressText(progress, ms)).toBe(text);
  });

  it("of a site is in sessions and bytes, also where nothing has changed", async () => {
    const folder = join(scratch(), "p");
    for (const name of ["a", "b", "c"]) put(folder, `${name}.jsonl`, talk(name));
    put(
      folder,
      "a/subagents/agent-1.jsonl",
      jsonl({
        type: "user",
        uuid: "x",
        parentUuid: null,
        isSidechain: true,
        agentId: "1",
        sessionId: "a",
        message: { content: "Look." },
      }),
    );
    const out = join(scratch(), "site");
    const steps = async () => {
      const seen: TaskProgress[] = [];
      const io = { cwd: folder, env: {}, config: undefined, processor: undefined, followLinks: false, roots: [] };
      await buildSite(folder, out, {
        sizeOf: (source) => sizeOf(source, io as never),
        progress: (one) => void seen.push(one),
      });
      return seen;
    };
    for (const seen of [await steps(), await steps()]) {
      expect(seen.map(({ done, of, name }) => [done, of, name])).toEqual([0, 1, 2, 3].map((done) => [done, 3, "p"]));
      expect([seen[0]!.bytes, seen[3]!.bytes]).toEqual([0, seen[3]!.ofBytes]);
    }
  });
});
