import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, read, scratch, talk } from "./world.ts";

/** Texts that a terminal obeys: a sequence that begins with ESC, one that begins with a C1 control, a return. */
const hostile = ["\u001B]52;c;eA==\u0007", "\u009B2Jhidden", "over\rwritten"];
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/** A session with a hostile title, in which two prompts follow the same answer. */
const session = (name: string, title: string) =>
  talk(name) +
  talk(`${name}2`, `${name}-a`) +
  talk(`${name}3`, `${name}-a`).replaceAll("claude", JSON.stringify(title).slice(1, -1)) +
  jsonl({ type: "custom-title", customTitle: title, sessionId: name });
const world = (title: string) => scratch({ "p/a.jsonl": session("a", title), "p/b.jsonl": session("b", title) });

describe("no control character of a transcript reaches a terminal or a file", () => {
  it.each([
    "markdown",
    "github",
    "plain",
    "llm",
    "obsidian",
    "html",
    "json",
    "jsonl",
    "messages",
    "atif",
    "inspect",
    "otel",
    "mermaid",
    "dot",
  ])("in the documents and the index of a folder: %s", async (format) => {
    for (const title of hostile) {
      const folder = world(title);
      const { code } = await ccdag(["export", join(folder, "p"), "--to", format, "-o", join(folder, "out/")]);
      expect(code).toBe(0);
      const names = readdirSync(join(folder, "out"));
      expect(names.some((name) => name.startsWith("index."))).toBe(true);
      for (const name of names)
        expect([name, read(folder, "out", name)]).toEqual([name, expect.not.stringMatching(control)]);
    }
  });

  it("in the index and the manifest of a site", async () => {
    for (const title of hostile) {
      const folder = world(title);
      await ccdag(["site", join(folder, "p"), "-o", join(folder, "out"), "--no-search"]);
      for (const name of ["index.html", "ccdag-site.json"]) expect(read(folder, "out", name)).not.toMatch(control);
    }
  });

  it.each([
    ["tree"],
    ["branches"],
    ["agents"],
    ["usage", "--turns"],
    ["explain", "a-a"],
    ["diff", "a2-u", "a3-u"],
    ["check"],
    ["shape"],
  ])("in what `ccdag %s` prints", async (name, ...more) => {
    for (const title of hostile) {
      const folder = join(world(title), "p");
      const { code, stdout } = await ccdag([name, ...more, folder]);
      expect([code, stdout]).toEqual([0, expect.not.stringMatching(control)]);
      if (name === "check" || name === "shape") continue;
      const { stdout: json } = await ccdag([name, ...more, folder, "--json"]);
      expect(json).not.toMatch(control);
      // It means the same.
      if (name === "tree") expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(title));
    }
  });

  it.each([["export"], ["check"], ["shape", "--around", "a-u"], ["usage"]])(
    "in messages about a file with a hostile name: `ccdag %s`",
    async (name, ...more) => {
      for (const title of hostile) {
        const folder = scratch({ [`${title.replaceAll("/", "")}.jsonl`]: `${talk("a")}no JSON\n` });
        const { stderr } = await ccdag([name, ...more, folder, "-v"]);
        expect(stderr).toContain(".jsonl");
        expect(stderr).not.toMatch(control);
      }
    },
  );
});

it("a secret in the name of a file is redacted in the messages about it, too", async () => {
  for (const name of [`ghp_${"a1".repeat(18)}`, `sk-ant-api03-${"Ab1-".repeat(22)}Q`]) {
    const folder = scratch({ [`${name}.jsonl`]: `${talk("a")}no JSON\n` });
    const { stderr, stdout } = await ccdag(["export", folder, "--redact", "-v"]);
    expect(stderr).toMatch(/REDACTED-[\w-]+\.jsonl/);
    expect(stdout + stderr).not.toContain(name);
  }
});

it.each(["s/subagents/workflows/w/journal.jsonl", "s/workflows/w/journal.jsonl"])(
  "check counts no line of a journal as lost, which is no transcript: %s",
  async (path) => {
    const folder = scratch({ "s.jsonl": talk("s"), [path]: jsonl({ type: "started", agentId: "a" }, { uuid: "j" }) });
    expect(await ccdag(["check", folder])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing is lost: 2/) as string,
    });
  },
);
