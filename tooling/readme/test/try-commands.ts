import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "ccdag";
import { describe, expect, it } from "vitest";
import { type Block, readmes, textOf } from "../blocks.mjs";
import { commandsIn } from "../commands.ts";
import { folderFor, type Sandbox, top, wordsIn } from "./sandbox.ts";

/** Run the commands of documents, of which each must end well and print what is below it. */
export function tryCommands(blocks: readonly Block[], { home }: Sandbox): void {
  const commands = blocks.filter(({ language }) => language === "sh" || language === "console").flatMap(commandsIn);

  describe("commands in the documents", () => {
    it("are all of a kind that is tried here, or where the examples are installed", () => {
      expect(commands.filter(({ kind }) => kind === undefined).map(({ at, line }) => `${at} ${line}`)).toEqual([]);
    });

    it.each(
      commands
        .filter(({ kind, path }) => kind === "ccdag" && !path.startsWith("examples/"))
        .map((command) => [command.line, command] as const),
    )("%s", async (_, { words, input, output }) => {
      const cwd = folderFor(words, home, top);
      let stdout = "";
      let stderr = "";
      const code = await run(wordsIn(words, home), {
        stdin: (async function* () {
          if (input !== undefined) yield readFileSync(join(cwd, input));
        })(),
        stdout: async (text) => void (stdout += text),
        stderr: (text) => void (stderr += text),
        cwd,
        env: { HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude") },
        isTerminal: false,
        stop: Promise.resolve(),
      });
      const printed = (stdout + stderr).replaceAll(cwd, "/home/ada/weather");
      if (output === "") expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
      else expect(printed).toContain(output);
    });

    it("install packages that there are", () => {
      const known = new Set(
        readmes.map((path) => (JSON.parse(textOf(path.replace("README.md", "package.json"))) as { name: string }).name),
      );
      const others = new Set(["vitest", "@langchain/langgraph"]);
      for (const { kind, words, path } of commands.filter(({ kind: one }) => one === "install"))
        expect([
          path,
          kind,
          words.filter(
            (word) => !word.startsWith("-") && !known.has(word) && !others.has(word) && !word.startsWith("ccdag-"),
          ),
        ]).toEqual([path, kind, []]);
    });

    it("run scripts that there are", () => {
      const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
      for (const { words, at } of commands.filter(({ kind }) => kind === "script"))
        expect([at, words[0]]).toEqual([at, expect.toBeOneOf(Object.keys(scripts))]);
    });
  });
}
