import { readdirSync, readFileSync } from "node:fs";
import { findPictures } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { read, readShape } from "./threads.ts";
import { verdict } from "./verdict.ts";

const sources = new URL("../src/", import.meta.url);
const scenarios = new URL("../../../tooling/fixtures/scenarios/", import.meta.url);

/** What happens to a file: each in turn, so that what is concluded of it can be read below. */
const damages: ReadonlyArray<readonly [string, (lines: string[]) => string[]]> = [
  ["whole", (lines) => lines],
  ["without its second line", ([first, , ...rest]) => [first!, ...rest]],
  ["without its first line", ([, ...rest]) => rest],
  ["upside down", (lines) => [...lines].reverse()],
  ["with its end first", (lines) => [...lines.slice(3), ...lines.slice(0, 3)]],
  ["twice", (lines) => [...lines, ...lines]],
  ["with a line broken off", (lines) => lines.map((line, index) => (index === 2 ? line.slice(0, 30) : line))],
  [
    "the parent is its own end",
    (lines) => [
      lines[0]!.replace(/"parentUuid":null/, `"parentUuid":"${/"uuid":"([^"]*)"/.exec(lines.at(-1)!)?.[1]}"`),
      ...lines.slice(1),
    ],
  ],
  [
    "with one uuid for two",
    (lines) =>
      lines.map((line, index) =>
        index === 3 ? line.replace(/"uuid":"[^"]*"/, /"uuid":"[^"]*"/.exec(lines[1]!)![0]) : line,
      ),
  ],
  [
    "without a uuid",
    (lines) => lines.map((line, index) => (index === 1 ? line.replace(/"uuid":"[^"]*",?/, "") : line)),
  ],
  ["without times", (lines) => lines.map((line) => line.replace(/"timestamp":"[^"]*",?/, ""))],
  [
    "with a wrong clock",
    (lines) => lines.map((line, index) => (index % 2 ? line.replace(/"timestamp":"\d{4}/, '"timestamp":"2001') : line)),
  ],
];

/** File snapshots: everything that is concluded, so that a change of any rule shows where it matters. */
describe("verdicts", () => {
  it("on every picture of a rule", async () => {
    const output: string[] = [];
    for (const source of readdirSync(sources, { recursive: true, encoding: "utf8" }).sort())
      if (source.endsWith(".ts"))
        for (const { shape } of findPictures(readFileSync(new URL(source, sources), "utf8")))
          output.push(`# ${source.replace(/^.*\/|\.ts$/g, "")}\n\n${shape}\n${verdict(readShape(shape))}\n`);
    await expect(output.join("\n")).toMatchFileSnapshot("verdicts/pictures.txt");
  });

  it.each(readdirSync(scenarios).sort())("on %s, whole and damaged", async (name) => {
    const folder = new URL(`${name}/projects/`, scenarios);
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".jsonl"))
      .sort();
    const output = damages.map(([what, damage]) => {
      const files = paths.map((path) => {
        const lines = readFileSync(new URL(path, folder), "utf8").split("\n").filter(Boolean);
        return [path, `${damage(lines).join("\n")}\n`] as const;
      });
      return `# ${what}\n\n${verdict(read(Object.fromEntries(files)))}\n`;
    });
    await expect(output.join("\n")).toMatchFileSnapshot(`verdicts/${name}.txt`);
  });
});
