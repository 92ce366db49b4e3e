// Writes `docs/format/fields.json`: which fields each kind of entry has in the recordings of each client.
//   CCDAG_TRUTH  as for `pnpm turbo run conformance`
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const base = process.env.CCDAG_TRUTH;
if (!base) {
  console.log("Set CCDAG_TRUTH to recorded conversations");
  process.exit(2);
}
/** Kinds by name; in each the count of entries, and of each field, by version. */
const kinds = {};
const folders = readFileSync(join(base, "LIST.txt"), "utf8").split("\n").filter(Boolean);
const versions = [...new Set(folders.map((name) => name.split("/")[0]))];
for (const folder of folders) {
  const [version] = folder.split("/");
  const top = join(base, "truth", folder, "projects");
  for (const path of readdirSync(top, { recursive: true }).filter((name) => name.endsWith(".jsonl")))
    for (const line of readFileSync(join(top, path), "utf8").split("\n"))
      if (line !== "") count(version, JSON.parse(line));
}

function count(version, record) {
  const kind = kindOf(record);
  const found = ((kinds[kind] ??= {})[version] ??= { entries: 0, fields: {} });
  found.entries++;
  const { message, data, attachment, compactMetadata } = record;
  const inner = { message, data, attachment, compactMetadata };
  for (const name of Object.keys(record)) add(found.fields, name);
  for (const [name, value] of Object.entries(inner))
    if (typeof value === "object" && value !== null)
      for (const key of Object.keys(value)) add(found.fields, `${name}.${key}`);
}

function add(fields, name) {
  fields[name] = (fields[name] ?? 0) + 1;
}

function kindOf({ type, subtype, operation, data, attachment }) {
  const detail = subtype ?? operation ?? data?.type ?? attachment?.type;
  return [type, detail].filter((part) => typeof part === "string").join("/");
}

const sorted = Object.fromEntries(Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1)));
const out = new URL("../../docs/format/fields.json", import.meta.url);
writeFileSync(out, `${JSON.stringify({ versions, kinds: sorted }, undefined, 1)}\n`);
