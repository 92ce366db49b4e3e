import asciidoctor from "@asciidoctor/core";
import { conformance, message, session, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { expect, it } from "vitest";
import ccdagRenderAsciidoc from "../src/index.js";

const processor = asciidoctor();
const toHtml = (text: string) => String(processor.convert(text, { safe: "secure", attributes: { showtitle: true } }));

conformance(ccdagRenderAsciidoc, { format: { toHtml } });

it.each([
  "include::/etc/passwd[]",
  "\\include::x[]",
  "ifdef::y[]\nhidden\nendif::[]",
  "{asciidoctor-version}",
  "....\n.....",
])("renders %j as text", (value) => {
  const text = unified()
    .use(ccdagRenderAsciidoc)
    .stringify(tree(session({ sessionId: "s", title: value }, message("u1", value), message("u2", "The end."))));
  const seen = toHtml(text).replace(/<[^>]*>/g, " ");
  for (const line of value.split("\n")) expect(seen).toContain(line);
  expect(seen).toContain("The end.");
});
