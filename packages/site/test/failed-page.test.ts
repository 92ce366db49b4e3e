import { toProject } from "@ccdag/files/memory";
import { expect, it } from "vitest";
import { openProject } from "../src/index.ts";
import { LiveProject } from "../src/live.ts";
import { jsonl } from "../../../tooling/tests/scratch.ts";

const text = jsonl({ type: "user", uuid: "u", parentUuid: null, sessionId: "s", message: { content: "hello" } });
const read = () => toProject([{ path: "s.jsonl", value: text }]);

/** An address that cannot be written: it stands for any fault of a renderer that ends a whole page. */
const index = {
  toString() {
    throw new RangeError("<b>too deep");
  },
} as unknown as string;

it("a page that cannot be rendered says why in a site, where others link to it", async () => {
  const { names, render, sessions } = await openProject(read(), undefined, { index });
  expect([names, sessions.map(({ href }) => href)]).toEqual([["session-s.html"], ["session-s.html"]]);
  const { pages, failure } = render("session-s.html");
  expect(failure).toBe("Cannot render session s: RangeError: <b>too deep");
  expect([...pages.keys()]).toEqual(["session-s.html"]);
  expect(pages.get("session-s.html")).toContain("Cannot render session s: RangeError: &#x3C;b>too deep");
});

it("a page that cannot be rendered fails its request to a server, and no other one", async () => {
  const project = new LiveProject({ root: "." } as never, {
    index,
    divide: async () => [{ paths: [], sources: [], bytes: 0, key: "", read: async () => read() }],
  });
  await expect(project.page("session-s.html")).rejects.toThrow("Cannot render session s: RangeError: <b>too deep");
  expect(await project.page("session-t.html")).toBeUndefined();
});
