import { isThread, type Root, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { timeline } from "@ccdag/processor";
import { describe, expect, it } from "vitest";
import renderJsonl, { toJsonl } from "../src/jsonl.ts";
import { projectIn } from "../../../tooling/fixtures/project.ts";

const parse = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; uuid?: string; thread: Record<string, string> });

describe("render-json/jsonl", () => {
  it.each(["sample", "scenarios"])(
    "%s: one line for each message, compaction and record, in the order of the tree",
    async (name) => {
      const file = projectIn(name);
      const tree = ccdag().parse(file);
      const wanted: Array<string | undefined> = [];
      walk(tree, (node, parent) => {
        if (parent && isThread(parent) && !isThread(node)) wanted.push("uuid" in node ? node.uuid : undefined);
      });
      const output = parse(String(await ccdag().use(renderJsonl).process(projectIn(name))));
      expect(output.map(({ uuid }) => uuid)).toEqual(wanted);
      expect(
        output.every(({ thread }) => typeof thread["sessionId"] === "string" || thread["agentId"] !== undefined),
      ).toBe(true);
    },
  );

  it("names the session, branch or agent of each line", () => {
    const tree = ccdag().parse(projectIn("sample"));
    const kinds = new Set(parse(toJsonl(tree)).map(({ thread }) => Object.keys(thread).sort().join(" ")));
    expect([...kinds].sort()).toEqual(["agentId sessionId uuid", "branch sessionId uuid", "sessionId uuid"]);
  });

  it("keeps the order of a timeline, and its threads", () => {
    const file = projectIn("sample");
    const stream = timeline(ccdag().parse(file), file);
    expect(parse(toJsonl(stream)).map(({ thread }) => thread)).toEqual(
      (stream as Root).children.map((node) => "thread" in node && JSON.parse(JSON.stringify(node.thread))),
    );
  });
});
