import { readFileSync } from "node:fs";
import { findPictures } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { readShape, show } from "../../core/test/threads.ts";
import { agents } from "../src/index.ts";

describe.each(["own/agent-thread", "own/internal-agent", "link/unanchored-agent"])("%s", (file) => {
  const name = file.slice(file.indexOf("/") + 1);
  const text = readFileSync(new URL(`../src/${file}.ts`, import.meta.url), "utf8");
  const pictures = findPictures(text);

  it("is drawn", () => expect(pictures).toHaveLength(text.match(/```shape/g)?.length ?? 0));
  it.each(pictures)("$threads", ({ shape, threads }) => expect(show(readShape(shape, [agents()]))).toBe(threads));
  it("is needed: with the rule switched off the picture changes", () => {
    for (const { shape, threads } of pictures)
      expect(show(readShape(shape, [agents(), { off: [name] }]))).not.toBe(threads);
  });
});
