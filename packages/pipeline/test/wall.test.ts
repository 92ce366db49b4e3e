import { describe, expect, it } from "vitest";
import { type ExportRequest, exportTree, loadFormat, RequestError } from "../src/index.ts";
import { project, twoSessions } from "./world.ts";

describe("an error in one document does not end the others", () => {
  /** A renderer of ccdag that fails for one session. */
  const fails = (error: unknown): ExportRequest["renderer"] => ({
    name: "markdown",
    ending: ".md",
    plugin: function () {
      this.compiler = (root) => {
        if (JSON.stringify(root).includes("begun")) throw error;
        return "rendered";
      };
    },
  });

  it.each([
    ["a stack that is full", new RangeError("Maximum call stack size exceeded")],
    ["a text that is too long", new RangeError("Invalid string length")],
    ["no error", "words"],
  ])("%s: a message names the session", async (_, error) => {
    for (const kind of ["site", "folder"] as const) {
      const file = twoSessions();
      const exported = await exportTree(file, { renderer: { ...fails(error), isNote: true }, layout: { kind } });
      const texts = exported.documents.map((document) => exported.render(document).texts);
      expect(texts).toEqual([[], ["rendered"]]);
      const messages = [file, ...file.data.companions!].flatMap((one) => one.messages).filter(({ fatal }) => fatal);
      expect(messages.map(({ reason, ruleId }) => [reason, ruleId])).toEqual([
        [expect.stringMatching(/^Cannot render session s1: .*(?:exceeded|length|words)$/), "render-failed"],
      ]);
    }
  });

  it("an error of a plugin ends the run, and names the plugin", async () => {
    const renderer = { ...fails(new Error("mine")), path: "/plugin.js" };
    const exported = await exportTree(twoSessions(), { renderer });
    expect(() => exported.render(exported.documents[0]!)).toThrow(RequestError);
  });
});

describe("an error in one text does not end its document", () => {
  it("the message names the file and the line, and the text is shown as it is", async () => {
    const file = project("const a = 1;");
    const highlight = () => {
      throw new RangeError("Maximum call stack size exceeded");
    };
    const exported = await exportTree(file, { renderer: await loadFormat("html"), rendererOptions: { highlight } });
    const [text] = exported.render(exported.documents[0]!).texts;
    expect(text).toContain("all done");
    expect(text).toContain("ls");
    const messages = [file, ...file.data.companions!].flatMap((one) =>
      one.messages.map((message) => `${one.path} ${message}`),
    );
    expect(messages.join("\n")).toContain(
      "Cannot render this, which is shown as it is: RangeError: Maximum call stack size",
    );
    expect(messages.join("\n")).toMatch(/s1\.jsonl[^\n]*:3:/);
  });
});
