import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { ExpectedConversation } from "./types.ts";

/** A folder of transcripts, and what a reader should find in it. */
export interface Scenario {
  /**
   * Its name: `recorded/<version>/<scenario>`, `agents/<agent>/<version>/<scenario>`, `shapes/<rule>-<number>` or `trials/<name>`.
   */
  readonly name: string;
  readonly expected: ExpectedConversation;
  /**
   * The files: by their path below the folder that stands for `~/.claude/projects`; of another agent, below the home of a person.
   * What is no text is in base64.
   */
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>;
}

/** Whether a scenario is of another agent: its files are below a home. */
export function isOfHome({ name }: Scenario): boolean {
  return name.startsWith("agents/");
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
 * Write a scenario as plain files: `expected.json`, and its files below `projects/`, or `home/` if it is of another agent.
 *
 * @param scenario the scenario.
 * @param folder where to write it; it is created.
 * @returns the folder that stands for `~/.claude/projects`, or for a home.
 */
export async function unpack(scenario: Scenario, folder: string): Promise<string> {
  const top = join(folder, isOfHome(scenario) ? "home" : "projects");
  await mkdir(top, { recursive: true });
  await writeFile(join(folder, "expected.json"), `${JSON.stringify(scenario.expected, undefined, 1)}\n`);
  for (const [path, content] of Object.entries(scenario.files)) {
    const file = join(top, ...path.split("/"));
    if (!file.startsWith(top + sep)) throw new Error(`Unexpected path \`${path}\``);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : Buffer.from(content.base64, "base64"));
  }
  return top;
}

/** The recorded parent of each line, by uuid. Other agents have other words for it. */
export function parentsIn(scenario: Scenario): Map<string, string> {
  const parents = new Map<string, string>();
  if (isOfHome(scenario)) return parents;
  for (const [path, text] of Object.entries(scenario.files)) {
    if (!path.endsWith(".jsonl") || typeof text !== "string") continue;
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
