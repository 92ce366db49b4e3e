import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clientFacts } from "@ccdag/ccast";
import { cell, code, table } from "./markdown.ts";

/** The output of `tooling/conformance/fields.mjs`: per entry kind and version, the number of entries and of those with each field. */
interface Fields {
  readonly versions: readonly string[];
  readonly kinds: Readonly<
    Record<string, Readonly<Record<string, { entries: number; fields: Record<string, number> }>>>
  >;
}

/** The output of `pnpm --filter @ccdag/peers start`. */
interface Scores {
  readonly scores: ReadonlyArray<{
    readonly name: string;
    readonly version: string;
    readonly mode: string;
    readonly command: string;
    readonly install?: string;
    /** Passed and judged scenarios, as `81/248`; absent where the output does not say it. */
    readonly conservation: string;
    readonly duplicates?: string;
    readonly order?: string;
    readonly failed: number;
    /** The same for recordings of other agents, by agent; absent for a tool that only reads Claude Code. */
    readonly others?: Readonly<Record<string, { readonly conservation: string; readonly order?: string }>>;
  }>;
}

/** The parts that replace `<!-- made: name -->` in the pages about evidence. */
export function evidence(top: string): Readonly<Record<string, string>> {
  const floor = JSON.parse(readFileSync(join(top, "tooling/conformance/floor.json"), "utf8")) as Record<
    string,
    string[]
  >;
  const { scores } = JSON.parse(readFileSync(join(top, "tooling/peers/scores.json"), "utf8")) as Scores;
  return {
    scenarios: scenarioTable(floor),
    "scenario-list": scenarioList(floor),
    fields: fieldTables(top),
    peers: table(
      ["Tool", "Version", "Output", "Everything said is there", "… once", "… and in order", "Failed"],
      scores.map(({ name, version, mode, conservation, duplicates = "–", order = "–", failed }) => [
        name === "ccdag" ? "**ccdag**" : name,
        version,
        mode,
        conservation,
        duplicates,
        order,
        String(failed),
      ]),
    ),
    "peers-agents": agentTable(scores),
    "peers-calls": scores
      .map(
        ({ name, mode, command, install }) =>
          `- ${cell(name)}, ${cell(mode)}: ${code(command)}${install ? ` (installed by ${code(install)})` : ""}`,
      )
      .join("\n"),
  };
}

/** Of recordings of other agents, how many are whole and in order. */
function agentTable(scores: Scores["scores"]): string {
  const reads = scores.flatMap(({ name, others }) => (others === undefined ? [] : [{ name, others }]));
  const agents = Object.keys(reads[0]?.others ?? {});
  return table(
    ["Tool", ...agents.map((agent) => clientFacts(agent).name)],
    reads.map(({ name, others }) => [
      name === "ccdag" ? "**ccdag**" : name,
      ...agents.map((agent) => {
        const { conservation = "–", order = "–" } = others[agent] ?? {};
        return conservation === order ? conservation : `${conservation}, in order ${order}`;
      }),
    ]),
  );
}

const dimensions = ["conservation", "duplicates", "order", "branches", "agents", "sessions", "active", "record"];

/** The number of scenarios per version that pass each dimension. */
function scenarioTable(floor: Readonly<Record<string, readonly string[]>>): string {
  const versions = [...new Set(Object.keys(floor).map((name) => name.split("/")[0]!))];
  const rows = versions.map((version) => {
    const own = Object.entries(floor).filter(([name]) => name.startsWith(`${version}/`));
    return [
      version,
      String(own.length),
      ...dimensions.map((one) => String(own.filter(([, passed]) => passed.includes(one)).length)),
    ];
  });
  return table(["Client", "Scenarios", ...dimensions], rows);
}

/** The scenarios, and the versions that recorded each. */
function scenarioList(floor: Readonly<Record<string, readonly string[]>>): string {
  const played = new Map<string, string[]>();
  for (const path of Object.keys(floor)) {
    const [version = "", name = ""] = path.split("/");
    // As code: it is a name of the recordings, no text whose words a dictionary has.
    const title = code(name.replace(/^\d+\w?-/, ""));
    played.set(title, [...(played.get(title) ?? []), version]);
  }
  const rows = [...played]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, versions]) => [title, versions.join(", ")]);
  return table(["Scenario", "Recorded with"], rows);
}

/** A table per entry kind: its fields, and the versions in which all or some entries have them. */
function fieldTables(top: string): string {
  const { versions, kinds } = JSON.parse(readFileSync(join(top, "docs/format/fields.json"), "utf8")) as Fields;
  return Object.entries(kinds)
    .map(([kind, found]) => {
      const own = versions.filter((version) => found[version] !== undefined);
      const names = [...new Set(own.flatMap((version) => Object.keys(found[version]!.fields)))];
      const rows = names.map((name) => [
        code(name),
        ...own.map((version) => {
          const { entries, fields } = found[version]!;
          return fields[name] === undefined ? "" : fields[name] === entries ? "●" : `○ ${fields[name]}`;
        }),
      ]);
      const heads = ["Field", ...own.map((version) => `${version} (${found[version]!.entries})`)];
      return `### ${kind}\n\n${table(heads, rows)}`;
    })
    .join("\n\n");
}
