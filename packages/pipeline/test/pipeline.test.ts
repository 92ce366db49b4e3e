import { ccdagDetail } from "@ccdag/processor";
import type { Preset } from "unified";
import { describe, expect, it } from "vitest";
import { type ExportRequest, exportTree, loadFormat } from "../src/index.ts";
import { project, twoSessions } from "./world.ts";

async function text(name: string, request: Partial<ExportRequest> = {}, file = project()): Promise<string> {
  const exported = await exportTree(file, { renderer: await loadFormat(name), ...request });
  return exported.documents.flatMap((document) => exported.render(document).texts).join("");
}

const length = (document: string) => (document.match(/x{100,}/g) ?? []).reduce((sum, { length: one }) => sum + one, 0);

describe("the precedence of options: command line, config, preset, format", () => {
  const preset: Preset = { plugins: [], settings: { limit: 300 } };
  const withPreset = async (): Promise<ExportRequest["renderer"]> => {
    const markdown = await loadFormat("markdown");
    return { name: "own", ending: ".md", plugin: { ...preset, plugins: [markdown.plugin] } as Preset };
  };
  const config = { plugins: [], settings: { limit: 600 } };

  it.each([
    ["the default of the format", {}, undefined, 10_000],
    ["a config before the format", {}, config, 600],
    ["the command line before a config", { limit: 1200 }, config, 1200],
    ["no limit at the level full", { detail: "full" }, undefined, 30_000],
    ["a limit of the config at the level full", { detail: "full" }, config, 600],
  ] as const)("limit: %s", async (_, options, user, expected) => {
    expect(length(await text("markdown", { options, user }))).toBe(expected);
  });

  it.each([
    ["the preset alone", {}, undefined, 300],
    ["a config before a preset", {}, config, 600],
    ["the command line before both", { limit: 1200 }, config, 1200],
  ] as const)("limit: %s", async (_, options, user, expected) => {
    expect(length(await text("markdown", { renderer: await withPreset(), options, user }))).toBe(expected);
  });

  it.each([
    ["the default of the format", {}, undefined, true],
    ["a config before the format", {}, { plugins: [], detail: { detail: "talk" } }, false],
    [
      "a plugin of the config before the format",
      {},
      { plugins: [[ccdagDetail, { detail: "talk" }]], hasDetail: true },
      false,
    ],
    ["the command line before a config", { detail: "tools" }, { plugins: [], detail: { detail: "talk" } }, true],
  ] as const)("detail: %s", async (_, options, user, hasCall) => {
    const document = await text("markdown", { options, user: user as unknown as ExportRequest["user"] });
    expect(document.includes("Bash")).toBe(hasCall);
  });
});

describe("what is redacted", () => {
  const secret = /sk-ant-api03-abcdef/;

  it.each([
    ["markdown", undefined, true],
    ["markdown", {}, false],
    ["github", undefined, false],
    ["github", false, true],
  ] as const)("%s with redact %j shows the key: %s", async (format, redact, isShown) => {
    expect(secret.test(await text(format, { redact }))).toBe(isShown);
  });
});

describe("documents", () => {
  const names = async (request: Partial<ExportRequest>) => {
    const exported = await exportTree(twoSessions(), { renderer: await loadFormat("html"), ...request });
    return exported.documents.map(({ name }) => name);
  };

  it.each([
    ["one without a name", {}, [""]],
    ["one with the name of its file", { layout: { kind: "document", name: "talk.html" } }, ["talk.html"]],
    ["one for each root session", { layout: { kind: "folder" } }, ["session-s1.html"]],
    ["one for each session", { layout: { kind: "site" } }, ["session-s1.html", "session-s2.html"]],
  ] as const)("are %s", async (_, request, expected) => {
    expect(await names(request)).toEqual(expected);
  });

  it("link to one another, in whichever order they are rendered", async () => {
    const exported = await exportTree(twoSessions(), {
      renderer: await loadFormat("html"),
      layout: { kind: "site" },
    });
    const [first, second] = exported.documents;
    const [page] = exported.render(second!).texts;
    expect(page).toContain('href="session-s1.html#msg-a1"');
    expect(exported.render(first!).texts[0]).toContain("begun");
  });

  it("a tree that was read is not read again", async () => {
    const file = project();
    const renderer = await loadFormat("json");
    const { whole } = await exportTree(file, { renderer });
    const { ledger } = file.data;
    const again = await exportTree(file, { renderer, tree: whole });
    expect([again.whole === whole, file.data.ledger === ledger]).toEqual([true, true]);
  });
});

describe("what fails is about the request", () => {
  it("a plugin of the user", async () => {
    const broken = () => () => {
      throw new Error("no");
    };
    await expect(text("markdown", { user: { plugins: [broken] } })).rejects.toThrow(/^A plugin failed: Error: no/);
  });

  it("a renderer of the user that returns no text", async () => {
    const renderer = { name: "odd", ending: ".txt", path: "odd.js", plugin: returnsNumber };
    await expect(text("markdown", { renderer })).rejects.toThrow(
      "Unexpected number from the renderer `odd` (`odd.js`)",
    );
  });

  it("an entry that does not exist", async () => {
    await expect(text("markdown", { options: { leaf: "nobody" } })).rejects.toThrow(/--leaf/);
  });
});

function returnsNumber(this: { compiler?: unknown }): void {
  this.compiler = () => 1;
}
