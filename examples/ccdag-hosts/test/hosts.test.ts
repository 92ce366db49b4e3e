import renderMarkdown from "@ccdag/render-markdown";
import { answer, image, message, session, toolCall, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { VFile } from "vfile";
import { expect, it } from "vitest";
import ccdagHosts, { type Options } from "../src/index.js";

const sample = () =>
  tree(
    session(
      { sessionId: "s1", title: "db7.pier.internal is slow" },
      message("u1", "Why is db7.pier.internal slow?", image()),
      answer(
        "a1",
        toolCall("Bash", { command: "ssh ops@lamp.corp.example" }, "lamp.corp.example: 3 ms, example.org: 9 ms"),
      ),
    ),
  );

async function render(options?: Options): Promise<string> {
  const processor = unified().use(ccdagHosts, options).use(renderMarkdown);
  const file = new VFile();
  return String(processor.stringify(await processor.run(sample(), file), file));
}

it("redacts hosts everywhere, each by one pseudonym", async () => {
  const text = await render();
  expect(text).not.toMatch(/pier\.internal|corp\.example/);
  expect(text).toContain("Why is REDACTED-host-1 slow?");
  expect(text).toContain("example.org: 9 ms");
  expect(text).toContain("image/png");
});

it("redacts only the given domains", async () => {
  const text = await render({ domains: ["example.org"] });
  expect(text).toContain("lamp.corp.example");
});
