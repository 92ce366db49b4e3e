import { Ids } from "./ids.ts";
import { Texts } from "./mask-text.ts";
import { readRecord } from "./read-record.ts";

/** A file, with its path relative to the folder that was read. */
export interface MaskFile {
  readonly path: string;
  readonly value: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Fields whose text classifies a record and is not personal, provided that the client wrote them. */
const plain = new Set(
  `
    type subtype role operation hookEvent commandMode kind trigger stop_reason version userType entrypoint permissionMode
    level promptSource model media_type taskKind status querySource queuePriority renderedRole turnOrigin toolDenialKind permissionDecision apiErrorType
  `
    .trim()
    .split(/\s+/),
);

/** Parts of a record with content of people and tools: the client wrote no field in them. */
const foreign = new Set(["input", "toolUseResult", "snapshot", "modelUsage", "mcpMeta"]);

/** The largest time of a `Date`, in milliseconds. */
const maxTime = 8.64e15;

/** An identifier, not a sentence. */
const identifier = /^[\w.:<>/-]{1,40}$/;

/** The names of tools and hooks, which no sentence has: `Read`, `mcp__server__tool`, `PostToolUse:Read`. */
const toolName = /^[\w-]{1,128}$/;
const hookName = /^[A-Za-z]{1,40}(?::[\w-]{1,128})?$/;

/** Values of `status` in a tool result that identify the launch of an agent. */
const launchStates = new Set(["async_launched", "teammate_spawned"]);

/** Types of agents with a meaning for ccdag; other types are names that a user chose. */
const agentTypes = new Set(["fork", "workflow-subagent"]);

/**
 * Copy files without any text of the conversation: every text is replaced by its length, ids are renamed consistently,
 * and times are shifted so that the first is 2026-01-01. ccdag builds the same tree of the copy as of the original.
 *
 * The types of records and tools, the tags and phrases of the client, numbers, and the order of lines stay.
 *
 * @param files transcripts, agent files and sidecars.
 * @returns the same files, in the same order, with other paths. A line that is not a JSON object becomes `(no JSON)`.
 */
export function mask(files: readonly MaskFile[]): MaskFile[] {
  const ids = new Ids();
  const texts = new Texts(ids);
  const read = files.map(({ path, value }) => {
    for (const part of path.split("/")) ids.add(part.replace(/^agent-|(?:\.meta)?\.jsonl?$/g, ""));
    const records = path.endsWith(".json") ? [parse(value)] : value.split("\n").map(parse);
    for (const record of records) collect(record, ids, texts);
    return { path, records };
  });
  const offset = Date.UTC(2026, 0, 1) - firstTime(read.flatMap(({ records }) => records));
  return read.map(({ path, records }) => {
    const lines = records.map((record) => (typeof record === "string" ? record : JSON.stringify(maskValue(record))));
    return { path: ids.path(path), value: lines.join("\n") };
  });

  function maskValue(value: unknown, field = "", holder: Json = {}, isForeign = false): unknown {
    if (typeof value === "string") return maskText(value, field, holder, isForeign);
    if (typeof value === "number") return maskNumber(value, field, isForeign);
    if (Array.isArray(value)) return value.map((item) => maskValue(item, field, holder, isForeign));
    if (typeof value !== "object" || value === null) return value;
    const object = value as Json;
    return Object.fromEntries(
      Object.entries(object).map(([key, inner]) => [
        texts.key(key, isForeign),
        maskValue(inner, key, object, isForeign || foreign.has(key)),
      ]),
    );
  }

  /** Times are shifted; numbers in content of people and tools become 0. */
  function maskNumber(value: number, field: string, isForeign: boolean): number {
    if (/time/i.test(field) && value > 1e12) return value + offset;
    return isForeign ? 0 : value;
  }

  function maskText(value: string, field: string, holder: Json, isForeign: boolean): string {
    if (isForeign ? field === "status" && launchStates.has(value) : plain.has(field) && identifier.test(value))
      return value;
    if (field === "name" && holder["type"] === "tool_use" && toolName.test(value))
      return value.startsWith("mcp__") ? texts.tool(value) : value;
    if (field === "hookName" && hookName.test(value))
      return value.startsWith("SessionStart:") ? value : texts.tool(value);
    if ((field === "agentType" || field === "subagent_type") && agentTypes.has(value)) return value;
    if (/time/i.test(field) && /^[+-]?\d{4,6}-/.test(value) && !Number.isNaN(Date.parse(value)))
      return new Date(Math.max(-maxTime, Math.min(Date.parse(value) + offset, maxTime))).toISOString();
    return ids.name(value) ?? (/^[0-]+$/.test(value) ? value : texts.mask(value));
  }
}

/** Parse a line; one that is no record becomes a placeholder, and a blank one stays blank. */
function parse(line: string): Json | string {
  return readRecord(line) ?? "(no JSON)";
}

function collect(record: Json | string, ids: Ids, texts: Texts): void {
  if (typeof record === "string") return;
  ids.collect(record);
  const message = record["message"];
  const content = typeof message === "object" && message !== null ? (message as Json)["content"] : undefined;
  if (!Array.isArray(content)) return;
  const blocks = content as Json[];
  texts.addJoined(blocks.flatMap((block) => (typeof block?.["text"] === "string" ? block["text"] : [])));
  for (const block of blocks) {
    const input = block?.["input"];
    const prompt = typeof input === "object" && input !== null ? (input as Json)["prompt"] : undefined;
    if (typeof prompt === "string") texts.addQuoted(prompt);
  }
}

function firstTime(records: ReadonlyArray<Json | string>): number {
  let first = Infinity;
  for (const record of records) {
    const time = typeof record === "string" ? Number.NaN : Date.parse(String(record["timestamp"]));
    if (time < first) first = time;
  }
  return Number.isFinite(first) ? first : 0;
}
