import { describe, expect, it } from "vitest";
import {
  exportOptions,
  findFormat,
  fittingOptions,
  formatOfEnding,
  formats,
  helpOf,
  loadFormat,
  readOptions,
} from "../src/tables.ts";

describe("the table of formats", () => {
  it.each(formats.map(({ name }) => name))("%s can be loaded", async (name) => {
    const { plugin, ending } = await loadFormat(name);
    expect([typeof plugin, ending]).toEqual([expect.stringMatching(/function|object/), findFormat(name)!.ending]);
  });

  it.each([
    [".md", "markdown"],
    [".MARKDOWN", "markdown"],
    [".htm", "html"],
    [".json", "json"],
    [".gv", "dot"],
    [".doc", undefined],
  ])("the ending %s means %s", (ending, name) => {
    expect(formatOfEnding(ending)).toBe(name);
  });

  it("another name is no format", async () => {
    await expect(loadFormat("word")).rejects.toThrow("Unexpected format `word`, expected markdown, github");
  });
});

describe("the table of options", () => {
  it("has each option once, with flags and a description", () => {
    const names = exportOptions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { flags, description } of exportOptions)
      expect([flags, /^[a-z]|^JSON/.test(description)]).toEqual([
        expect.stringMatching(/^--[a-z-]+( <[a-z]+>)?$/),
        true,
      ]);
  });

  it("says in the help what an option does, its choices and its default", () => {
    const agents = exportOptions.find(({ name }) => name === "agents")!;
    expect(helpOf(agents)).toBe(
      "where to show agents: inline (in the section of their call), after (after the turn), separate (in separate documents), none (not at all); default: inline",
    );
  });

  it.each([
    ["limit", { limit: "none" }, { limit: Number.POSITIVE_INFINITY }],
    ["limit", { limit: "20" }, { limit: 20 }],
    ["tools", { tools: "Bash, Edit" }, { tools: ["Bash", "Edit"] }],
    ["what is not in the table", { colour: "red", detail: "talk" }, { detail: "talk" }],
  ])("reads %s: %j", (_, given, read) => {
    expect(readOptions(given, findFormat("markdown")!)).toEqual(read);
  });

  it.each([
    ["json", { limit: "20" }, "Unexpected --limit for json, which holds everything whole"],
    ["messages", { order: "kahn" }, "Unexpected --order for messages, which are exported path by path"],
    ["atif", { order: "kahn" }, "Unexpected --order for atif, whose trajectories are exported path by path"],
    ["inspect", { order: "kahn" }, "Unexpected --order for inspect, whose samples are exported path by path"],
    ["sharegpt", { prices: "a.json" }, "Unexpected --prices for sharegpt, expected `ccdag usage --json` for programs"],
    ["otel", { order: "kahn" }, "Unexpected --order for otel, whose spans have times"],
    ["dot", { order: "file" }, "Unexpected --order for dot, which draws the graph"],
    ["html", { graph: true }, "Unexpected --graph for html, expected a flavour of Markdown"],
    ["json", { cost: true }, "Unexpected --cost for json, expected `ccdag usage --json`"],
    ["markdown", { order: "kahn", agents: "after" }, "Unexpected --agents with --order"],
    ["markdown", { budget: "20" }, "Unexpected --budget `20`, expected a number of characters, at least 2000, or none"],
  ])("for %s, %j does not fit", (format, given, message) => {
    const known = findFormat(format)!;
    expect(() => readOptions(given, known)).toThrow(message);
    if (!("budget" in given)) expect(() => readOptions(fittingOptions(given, known), known)).not.toThrow();
  });

  it("the default of an option fits every format", () => {
    for (const format of formats)
      expect(readOptions({ order: "session-tree" }, format)).toEqual({ order: "session-tree" });
  });
});
