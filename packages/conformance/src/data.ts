import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { ExpectedConversation } from "./types.ts";

/** A folder of transcripts, and what a reader should find in it. */
export interface Scenario {
  /** Its name: `recorded/<version>/<scenario>`, `shapes/<rule>-<number>` or `trials/<name>`. */
  readonly name: string;
  readonly expected: ExpectedConversation;
  /** The files by their path below the folder that stands for `~/.claude/projects`. */
  readonly files: Readonly<Record<string, string>>;
}

const bundle = fileURLToPath(new URL("../data/scenarios.jsonl.gz", import.meta.url));

/**
 * Read the scenarios of this package: one JSON object per line, compressed with gzip.
 *
 * @param filter a part of the name of a scenario (default: all).
 */
export async function readScenarios(filter = ""): Promise<Scenario[]> {
  const lines = gunzipSync(await readFile(bundle))
    .toString("utf8")
    .split("\n");
  const all = lines.filter(Boolean).map((line) => JSON.parse(line) as Scenario);
  return all.filter(({ name }) => name.includes(filter));
}

/**
 * Write a scenario as plain files: `expected.json`, and the transcripts below `projects/`.
 *
 * @param scenario the scenario.
 * @param folder where to write it; it is created.
 * @returns the folder that stands for `~/.claude/projects`.
 */
export async function unpack({ expected, files }: Scenario, folder: string): Promise<string> {
  const projects = join(folder, "projects");
  await mkdir(projects, { recursive: true });
  await writeFile(join(folder, "expected.json"), `${JSON.stringify(expected, undefined, 1)}\n`);
  for (const [path, text] of Object.entries(files)) {
    const file = join(projects, ...path.split("/"));
    if (!file.startsWith(projects + sep)) throw new Error(`Unexpected path \`${path}\``);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return projects;
}

/** The recorded parent of each line, by uuid. */
export function parentsIn({ files }: Scenario): Map<string, string> {
  const parents = new Map<string, string>();
  for (const [path, text] of Object.entries(files)) {
    if (!path.endsWith(".jsonl")) continue;
    for (const line of text.split("\n")) {
      const record = parse(line);
      const parent = record["parentUuid"] ?? record["logicalParentUuid"];
      if (typeof record["uuid"] === "string" && typeof parent === "string" && !parents.has(record["uuid"]))
        parents.set(record["uuid"], parent);
    }
  }
  return parents;
}

function parse(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
