import { clientPhrase, type ClientText, clientTexts, escapeRegExp } from "./client-tags.ts";
import type { UserEntryKind, JsonObject, RawBlock } from "./entry.ts";
import { groupBy } from "../group-by.ts";
import { besideTag } from "./beside.ts";

/** How texts begin, by the kind that follows; one list for each time of asking. */
const beginnings = {
  first: beginningsOf("first"),
  usual: beginningsOf(undefined),
  last: beginningsOf("last"),
};

/** Who spoke, by the `kind` of the field `origin`. A kind that is not here is something that the client put in. */
const recordedOrigins: ReadonlyMap<unknown, UserEntryKind> = new Map([
  ["human", "prompt"],
  ["auto-continuation", "prompt"],
  ["channel", "prompt"],
  ["task-notification", "notification"],
  ["peer", "peer"],
  ["coordinator", "coordinator"],
  ["hook", "hook"],
]);

/** Fields that clients without `promptSource` write beside a text that is submitted as a prompt. */
const promptFields = ["permissionMode", "thinkingMetadata", "todos"];

/** Kinds whose texts the client writes without submitting them: beside {@link promptFields} such words were typed. */
const neverSubmitted: ReadonlySet<UserEntryKind> = new Set([
  "compact-summary",
  "command",
  "command-output",
  "caveat",
  "bash",
  "bash-output",
  "interrupt",
]);

/** Kinds whose texts are tags and nothing else: with words behind them they were pasted. */
const tagsOnly: ReadonlySet<UserEntryKind> = new Set(["command", "command-output", "caveat", "bash", "bash-output"]);

/** Values of the field `promptSource` that only the words of a person have. */
const personSources: ReadonlySet<unknown> = new Set(["typed", "queued", "sdk"]);

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
  const isResult = blocks.some(({ type }) => type === "tool_result");
  const recorded = isResult ? undefined : recordedKind(raw, text);
  if (recorded) return recorded;
  const isSubmitted = raw["isMeta"] !== true && promptFields.some((field) => field in raw);
  const isWritten = (kind: UserEntryKind | undefined) => kind && !(isSubmitted && neverSubmitted.has(kind));
  const first = kindOf(text, beginnings.first);
  if (first && isWritten(first)) return first;
  if (isResult) return "tool-result";
  const usual = kindOf(text, beginnings.usual);
  if (usual && isWritten(usual)) return usual;
  if (raw["isMeta"] === true) {
    if (text.startsWith(clientPhrase("caveat-beginning"))) return "caveat";
    return typeof raw["sourceToolUseID"] === "string" ? "skill" : "meta";
  }
  return kindOf(text, beginnings.last) ?? "prompt";
}

/** Who spoke, as newer clients record it: what a person types may look like a text of the client. */
function recordedKind(raw: JsonObject, text: string): UserEntryKind | undefined {
  const { origin, promptSource, turnOrigin } = raw;
  const isPerson = personSources.has(promptSource);
  if (typeof origin === "object" && origin !== null && "kind" in origin) {
    const kind = recordedOrigins.get(origin.kind) ?? "meta";
    // A command is what a person typed, too, but for the source.
    return kind === "prompt" && !isPerson && isCommandText.test(text) ? "command" : kind;
  }
  if (isPerson) return "prompt";
  return promptSource === "system" && turnOrigin === "scheduled" ? "scheduled" : undefined;
}

const isCommandText = /^<command-(?:name|message)>/;

type Beginnings = ReadonlyArray<readonly [RegExp, UserEntryKind]>;

/** The kind of a text that begins as the client writes it. A tag that nothing closes, or that words follow, was typed. */
function kindOf(text: string, patterns: Beginnings): UserEntryKind | undefined {
  for (const [pattern, kind] of patterns) {
    const [begin] = pattern.exec(text) ?? [];
    if (begin === undefined) continue;
    const name = /<([\w-]+)[\s>]$/.exec(begin)?.[1];
    const isClosed = name === undefined || text.includes(`</${name}>`);
    if (isClosed && !(name !== undefined && tagsOnly.has(kind) && !/<\/[\w-]+>\s*$/.test(text))) return kind;
  }
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
  if ("phrase" in row) return `${escapeRegExp(row.phrase)}${row.isWhole ? "(?:\\n|\\s*$)" : ""}`;
  if ("pattern" in row) return `${row.pattern}\\b`;
  if ("label" in row) return `${row.label}: `;
  const before = clientTexts.flatMap((other) =>
    "phrase" in other && other.before?.includes(row.tag) ? `(?:${escapeRegExp(other.phrase)}\\s*)?` : [],
  );
  return `${before.join("")}<${row.tag}${row.hasAttributes ? "[\\s>]" : ">"}`;
}

function firstText(blocks: readonly RawBlock[]): string {
  const texts = blocks.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : []));
  return texts.find((text) => besideTag(text) === undefined) ?? "";
}
