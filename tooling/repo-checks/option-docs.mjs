// Writes what follows from the table of options: in the README of the command line all commands, and the options of `export`
// (`--help` and the docs site have the others); and the settings of the schema of a config.
//   --check  only says which files are not as they would be written
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { valueKindOf } from "@ccdag/pipeline/tables";
import { commands } from "ccdag";
import { settingRows } from "../../apps/cli/dist/options.js";

const cli = new URL("../../apps/cli/", import.meta.url);
const begin = "<!-- options: written by `pnpm generate options` -->";
const end = "<!-- /options -->";

const readText = (name) => readFileSync(new URL(name, cli), "utf8");
/** A text without what a formatter changes. */
const plain = (text) => text.replaceAll(/\s+|-{2,}/g, "");

/** The files as they would be written, by their names in the folder of the command line. */
export function files() {
  return new Map([
    ["README.md", readme(readText("README.md"))],
    ["config.schema.json", `${JSON.stringify(schema(JSON.parse(readText("config.schema.json"))), undefined, 2)}\n`],
  ]);
}

/** The files that are not as they would be written. How they are formatted does not count. */
export function stale() {
  return [...files()].flatMap(([name, text]) => (plain(readText(name)) === plain(text) ? [] : [name]));
}

function readme(text) {
  const [before, rest] = text.split(begin);
  const [, after] = rest.split(end);
  const all = commands();
  const { options } = all.find(({ name }) => name === "export");
  const own = options.filter(({ isCommon }) => !isCommon);
  const calls = all.map(({ usage, description }) => ({
    flags: usage.replace(/^ccdag /, "").replace(" [options]", ""),
    description,
  }));
  return [before + begin, list(calls), "### Options of `export`", list(own), end + after].join("\n\n");
}

function list(rows) {
  return rows
    .map(({ flags, description }) => `- \`${flags}\`: ${description.replaceAll("<", String.raw`\<`)}`)
    .join("\n");
}

function schema(old) {
  const rows = settingRows();
  const { labels } = old.properties.settings.properties ?? {};
  const detail = rows.find(({ name }) => name === "detail");
  const properties = { ...Object.fromEntries(rows.map(settingOf)), labels: labels ?? { type: "object" } };
  return {
    ...old,
    properties: { ...old.properties, settings: { ...old.properties.settings, properties } },
    $defs: {
      ...old.$defs,
      detail: {
        ...old.$defs.detail,
        properties: { ...old.$defs.detail.properties, detail: { enum: Object.keys(detail.choices) } },
      },
    },
  };
}

const texts = { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 };

/** The values of each kind of option. */
const kinds = {
  switch: () => ({ type: "boolean" }),
  choice: ({ choices }) => ({ enum: Object.keys(choices) }),
  size: () => ({ anyOf: [{ type: "number", exclusiveMinimum: 0 }, { const: "none" }] }),
  number: () => ({ type: ["integer", "string"] }),
  path: ({ off }) => (off === undefined ? { type: "string" } : { anyOf: [{ type: "string" }, { const: false }] }),
  list: () => ({ anyOf: [{ type: "string", minLength: 1 }, texts] }),
  text: () => ({ type: "string", minLength: 1 }),
};

function settingOf(row) {
  const { name, description } = row;
  const schemaOf = kinds[valueKindOf(row)](row);
  // Besides its names, the renderer takes `false`.
  return [name, { description, ...(name === "highlight" ? { enum: [...schemaOf.enum, false] } : schemaOf) }];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const old = stale();
  if (process.argv.includes("--check")) {
    for (const name of old) console.error(`apps/cli/${name} is stale: pnpm generate options`);
    process.exitCode = old.length > 0 ? 1 : 0;
  } else for (const [name, text] of files()) writeFileSync(new URL(name, cli), text);
}
