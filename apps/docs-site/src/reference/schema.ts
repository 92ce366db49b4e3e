import { readFileSync } from "node:fs";
import { join } from "node:path";
import { code, table } from "./markdown.ts";

/** The part of JSON Schema that the project's schemas use. */
interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly examples?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Generate the page of the tree's schema from the schema. */
export function schemaPage(top: string): string {
  const schema = read(top, "packages/ccast/schema.json");
  const parts = Object.entries(schema.$defs ?? {}).map(([name, part]) => toSection(name, part));
  return `# Schema of the tree

${schema.description}

The file is [\`ccast.json\`](https://github.com/ccdag/ccdag/blob/main/docs/schema/2/ccast.json), also \`@ccdag/ccast/schema.json\`; tests compare it with the types of [\`@ccdag/ccast\`](/packages/ccast.md). [The spec](/reference/ccast.md) explains the nodes and their order. Lines of \`--to jsonl\` and conversations of \`--to messages\` have [separate schemas](https://github.com/ccdag/ccdag/tree/main/docs/schema/1).

## The envelope

${fields(schema)}

${parts.join("\n\n")}
`;
}

/** Generate the page of the config from its schema. */
export function configPage(top: string): string {
  const schema = read(top, "apps/cli/config.schema.json");
  const { detail, redact, name } = schema.$defs ?? {};
  return `# Config

\`ccdag.config.json\`, \`.js\`, \`.mjs\` or \`.ts\`: ${lower(schema.description ?? "")} The nearest file is used, in the current folder or above it, over a user-wide one; [one that runs code](/guides/configuration.md#the-file) only in the repository or the home folder. \`--config <file>\` names another one, and \`--no-config\` reads no config. [Plugins](/reference/plugins.md#by-name) explains how plugins are found by name, and in which order everything runs.

\`\`\`json
{
  "$schema": "https://raw.githubusercontent.com/ccdag/ccdag/main/docs/schema/1/config.json",
  "plugins": [["detail", { "detail": "talk" }], ["redact", { "extra": "./words.txt" }]],
  "settings": { "limit": 4000 }
}
\`\`\`

## Fields

${fields(schema)}

## detail

${detail?.description ?? ""}

${fields(detail ?? {})}

## redact

${redact?.description ?? ""}

${fields(redact ?? {})}

## name

The name of a plugin, or its path: ${(name?.examples ?? []).map((one) => code(one)).join(", ")}.

## settings

Options of renderers, by their names: those of [\`@ccdag/mdast\`](/packages/mdast.md) for Markdown and HTML – \`limit\`, \`images\`, \`agents\`, \`labels\` and others – and those of [\`render-markdown\`](/packages/render-markdown.md) and [\`render-html\`](/packages/render-html.md).
`;
}

function read(top: string, path: string): Schema {
  return JSON.parse(readFileSync(join(top, path), "utf8")) as Schema;
}

function toSection(name: string, schema: Schema): string {
  const { description = "", properties } = schema;
  const body = properties === undefined ? `Type: ${typeOf(schema)}` : fields(schema);
  // Inherited fields are documented in the section of the other part.
  const taken = [schema.$ref, ...(schema.allOf ?? []).map(({ $ref }) => $ref)].flatMap((ref) =>
    ref === undefined || properties === undefined ? [] : typeOf({ $ref: ref }),
  );
  const more = taken.length === 0 ? "" : `Has the fields of ${taken.join(" and ")}, and these:\n\n`;
  return `## ${name}\n\n${description}\n\n${more}${body}`;
}

function fields({ properties = {}, required = [] }: Schema): string {
  return table(
    ["Field", "Type", "Meaning"],
    Object.entries(properties).map(([name, schema]) => [
      `${code(name)}${required.includes(name) ? "" : "?"}`,
      typeOf(schema),
      schema.description ?? "",
    ]),
  );
}

/** A type in a few words; names link to their sections. */
function typeOf(schema: Schema): string {
  const { $ref, type, const: only, enum: several, items, prefixItems, oneOf, anyOf, allOf } = schema;
  const name = $ref === undefined ? undefined : /^#\/\$defs\/(\w+)$/.exec($ref)?.[1];
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (only !== undefined) return code(JSON.stringify(only));
  if (several !== undefined) return several.map((one) => code(JSON.stringify(one))).join(", ");
  if (prefixItems !== undefined) return `\\[${prefixItems.map(typeOf).join(", ")}\\]`;
  if (typeof items === "object") return `list of ${typeOf(items)}`;
  const parts = oneOf ?? anyOf ?? allOf;
  if (parts !== undefined) return parts.map(typeOf).join(" or ");
  return typeof type === "string" ? type : (type?.join(" or ") ?? "anything");
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
