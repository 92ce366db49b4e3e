import renderHtml from "@ccdag/render-html";
import renderMarkdown from "@ccdag/render-markdown";
import { answer, conformance, session, toolCall, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import ccdagToolTickets from "../src/index.js";

const sample = () =>
  tree(
    session(
      "s1",
      answer(
        "a1",
        toolCall(
          { name: "mcp__tickets__create", id: "t1" },
          {
            project: "PIER",
            title: "Lamp is dark",
            text: "The *third* lamp.\n\n<script>alert(1)</script>",
            labels: ["lamp", "night"],
          },
          "PIER-7",
        ),
      ),
    ),
  );

describe("a ticket", () => {
  it("is rendered in Markdown", () => {
    const text = unified().use(ccdagToolTickets).use(renderMarkdown).stringify(sample());
    for (const words of ["PIER: Lamp is dark", "The *third* lamp.", "Labels: lamp, night", "PIER-7"])
      expect(text).toContain(words);
    expect(text).not.toMatch(/^<script>/m);
  });

  it("is rendered in HTML, with its Markdown and without its tags", () => {
    const text = unified().use(ccdagToolTickets).use(renderHtml, { fragment: true }).stringify(sample());
    expect(text).toContain("<em>third</em>");
    expect(text).not.toContain("<script>alert");
  });
});

describe("with this plugin", () => {
  conformance({ plugins: [ccdagToolTickets, renderMarkdown] }, { format: "markdown" });
});
