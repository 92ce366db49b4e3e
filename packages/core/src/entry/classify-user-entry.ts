import { type ClientText, clientTexts, escapeRegExp } from "./client-tags.ts";
import type { UserEntryKind, JsonObject, RawBlock } from "./entry.ts";
import { groupBy } from "../group-by.ts";
import { besideTag } from "./beside.ts";

/** How texts begin, by the kind that follows; one list for each time of asking. */
const beginnings = {
  first: beginningsOf("first"),
  usual: beginningsOf(undefined),
  last: beginningsOf("last"),
};

/**
 * Classify a user entry: by its fields first, then by how its text begins.
 *
 * @param raw the record.
 * @param blocks its content.
 * @returns the kind; `prompt` is what remains.
 */
export function classifyUserEntry(raw: JsonObject, blocks: readonly RawBlock[]): UserEntryKind {
  const text = firstText(blocks).trimStart();
  if (raw["isCompactSummary"] === true) return "compact-summary";
  const first = kindOf(text, beginnings.first);
  if (first) return first;
  if (blocks.some(({ type }) => type === "tool_result")) return "tool-result";
  const origin = raw["origin"];
  if (typeof origin === "object" && origin !== null && "kind" in origin && origin.kind === "task-notification")
    return "notification";
  const usual = kindOf(text, beginnings.usual);
  if (usual) return usual;
  if (raw["isMeta"] === true) return typeof raw["sourceToolUseID"] === "string" ? "skill" : "meta";
  return kindOf(text, beginnings.last) ?? "prompt";
}

type Beginnings = ReadonlyArray<readonly [RegExp, UserEntryKind]>;

function kindOf(text: string, patterns: Beginnings): UserEntryKind | undefined {
  for (const [pattern, kind] of patterns) if (pattern.test(text)) return kind;
  return undefined;
}

/** One pattern for each kind, in the order of the table. */
function beginningsOf(asked: ClientText["asked"]): Beginnings {
  const byKind = groupBy(
    clientTexts.filter((row) => row.kind !== undefined && row.asked === asked),
    ({ kind }) => kind!,
  );
  return [...byKind].map(([kind, rows]) => [new RegExp(`^(?:${rows.map(beginningOf).join("|")})`), kind]);
}

function beginningOf(row: ClientText): string {
  if ("phrase" in row) return escapeRegExp(row.phrase);
  if ("pattern" in row) return `${row.pattern}\\b`;
  if ("label" in row) return `${row.label}: `;
  const before = clientTexts.flatMap((other) =>
    "phrase" in other && other.before === row.tag ? `(?:${escapeRegExp(other.phrase)}\\s*)?` : [],
  );
  return `${before.join("")}<${row.tag}${row.hasAttributes ? "[\\s>]" : ">"}`;
}

function firstText(blocks: readonly RawBlock[]): string {
  const texts = blocks.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
  return texts.find((text) => besideTag(text) === undefined) ?? "";
}
