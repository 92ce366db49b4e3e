import { describe, expect, it } from "vitest";
import { blocksOf, readmes, textOf } from "../blocks.mjs";
import { makeSandbox } from "./sandbox.ts";
import { tryCommands } from "./try-commands.ts";
import { tryData } from "./try-data.ts";
import { tryPrograms } from "./try-programs.ts";

const blocks = blocksOf((path) => !path.startsWith("docs/"));
const sandbox = makeSandbox("readmes");

tryPrograms(blocks, sandbox);
tryCommands(blocks, sandbox);
tryData(blocks);

describe("READMEs of what is published", () => {
  const isPrivate = (path: string) => textOf(path.replace("README.md", "package.json")).includes('"private": true');
  const order = ["When should I use this?", "Install", "Use", "API", "Compatibility", "Security"];

  it.each(readmes.filter((path) => !isPrivate(path)))(
    "%s is in the order that all are in, and has a program that is run",
    (path) => {
      const sections = [...textOf(path).matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
      const known = sections.filter((title) => order.includes(title));
      expect(known).toEqual(order.filter((title) => known.includes(title)));
      expect(order.filter((title) => title !== "Security" && !known.includes(title))).toEqual([]);
      expect(
        blocks.filter((block) => block.path === path && block.section === "Use").map(({ language }) => language),
      ).toContainEqual(expect.stringMatching(/^(?:ts|sh)$/));
    },
  );
});
