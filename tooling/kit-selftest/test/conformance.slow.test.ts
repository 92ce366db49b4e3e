import renderHtml from "@ccdag/render-html";
import renderJson from "@ccdag/render-json";
import renderMarkdown from "@ccdag/render-markdown";
import { describe } from "vitest";
import { conformance } from "@ccdag/testkit";

describe("@ccdag/render-markdown", () => {
  conformance(renderMarkdown, { format: "markdown" });
});
describe("@ccdag/render-html", () => {
  conformance(renderHtml, { format: "html" });
});
describe("@ccdag/render-json", () => {
  conformance(renderJson, { format: "json" });
});
