import { message, session, tree } from "@ccdag/testkit";
import { toMdast } from "@ccdag/mdast";
import { toMarkdown } from "mdast-util-to-markdown";
import { describe, expect, it, vi } from "vitest";
import { write } from "../src/index.ts";

vi.mock(import("mdast-util-to-markdown"), async (original) => {
  const library = await original();
  return { ...library, toMarkdown: vi.fn<typeof toMarkdown>(library.toMarkdown) };
});

describe("requirements of the writer", () => {
  it("K004: mdast-util-to-markdown writes the document, with its options", () => {
    const document = () => toMdast(tree(session("s", message("u", "Some *words*, and\n\n- a list"))));
    expect(write(document())).toContain("- a list");
    expect(toMarkdown).toHaveBeenCalledTimes(1);
    expect(write(document(), { setext: true })).toMatch(/^.*Session s.*\n=+\n/);
    expect(toMarkdown).toHaveBeenCalledTimes(2);
  });
});
