import { isThread, measureUsage, prices, type Root, walk } from "@ccdag/ccast";
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

  it("each line says project, directory, git branch, cost and text, so that it can be read without the tree", () => {
    const file = projectIn("sample");
    const tree = ccdag().parse(file);
    const rows = toJsonl(tree, { folder: "/archive/other" })
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.every((row) => row["project"] === "-home-ada-weather" && row["cwd"] === "/home/ada/weather")).toBe(
      true,
    );
    expect(new Set(rows.map((row) => row["branch"]))).toEqual(new Set(["main"]));
    const cost = rows.reduce((sum, row) => sum + Number(row["cost"] ?? 0), 0);
    expect(cost).toBeCloseTo(measureUsage(tree, prices).total.cost, 9);
    expect(rows.find(({ origin }) => origin === "prompt")?.["text"]).toMatch(/^The columns of my little weather tool/);
    const stream = parse(toJsonl(timeline(tree, file)));
    expect(stream.every((row) => (row as unknown as Record<string, unknown>)["cwd"] === "/home/ada/weather")).toBe(
      true,
    );
  });

  it("the project of transcripts in the folder itself is that folder; after redaction its name is not shown", async () => {
    const projectOfLines = async (data: object) => {
      const file = projectIn("sample/-home-ada-weather");
      Object.assign(file.data, data);
      const [first] = String(await ccdag().use(renderJsonl).process(file)).split("\n");
      return (JSON.parse(first!) as { project?: string }).project;
    };
    expect(await projectOfLines({})).toBe("-home-ada-weather");
    expect(await projectOfLines({ redaction: {} })).toBeUndefined();
  });

  it("keeps the order of a timeline, and its threads", () => {
    const file = projectIn("sample");
    const stream = timeline(ccdag().parse(file), file);
    expect(parse(toJsonl(stream)).map(({ thread }) => thread)).toEqual(
      (stream as Root).children.map((node) => "thread" in node && JSON.parse(JSON.stringify(node.thread))),
    );
  });
});
