import { message, session, tree } from "@ccdag/testkit";
import { toMdast } from "@ccdag/mdast";
import { describe, expect, it, onTestFinished, vi } from "vitest";

describe("requirements of the writer", () => {
  it("K004: mdast-util-to-markdown writes the document, with its options", async () => {
    vi.doMock(import("mdast-util-to-markdown"), async (original) => {
      const library = await original();
      return { ...library, toMarkdown: vi.fn<typeof library.toMarkdown>(library.toMarkdown) };
    });
    vi.resetModules();
    onTestFinished(() => {
      vi.doUnmock("mdast-util-to-markdown");
      vi.resetModules();
    });
    const { write } = await import("../src/index.ts");
    const { toMarkdown } = await import("mdast-util-to-markdown");
    const document = () => toMdast(tree(session("s", message("u", "Some *words*, and\n\n- a list"))));
    expect(write(document())).toContain("- a list");
    expect(toMarkdown).toHaveBeenCalledTimes(1);
    expect(write(document(), { setext: true })).toMatch(/^.*Session s.*\n=+\n/);
    expect(toMarkdown).toHaveBeenCalledTimes(2);
  });
});
