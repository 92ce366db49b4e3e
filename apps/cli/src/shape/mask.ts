import { Ids } from "./ids.ts";
import { Texts } from "./mask-text.ts";

/** A file by its path from the folder that was read. */
export interface MaskFile {
  readonly path: string;
  readonly value: string;
}

type Json = Record<string, unknown>;

/** Fields whose text says what a record is, and nothing of a person – where the client writes them itself. */
const plain = new Set(
  `
    type subtype role operation hookEvent commandMode kind trigger stop_reason version userType entrypoint permissionMode
    level promptSource model media_type taskKind status querySource queuePriority renderedRole turnOrigin toolDenialKind permissionDecision apiErrorType
  `
    .trim()
    .split(/\s+/),
);

/** Parts of a record that hold what people and tools say: no field in them is the client's. */
const foreign = new Set(["input", "toolUseResult", "snapshot", "modelUsage", "mcpMeta"]);

/** A word of the client's, no sentence of anybody's. */
const word = /^[\w.:<>/-]{1,40}$/;

/** Of what a tool answered, the fields by which an agent is known. */
const answered = new Set(["async_launched", "teammate_spawned"]);

/** Kinds of agents that mean something; others are names that a person gave. */
const agentTypes = new Set(["fork", "workflow-subagent"]);

/**
 * Copy files without a word of what was said: every text is replaced by its length, ids are renamed everywhere alike,
 * and times are moved so that the first is that of 2026-01-01. What ccdag concludes of the copy is what it concludes
 * of the original.
 *
 * Kept are the types of records and tools, the client's own tags and phrases, numbers, and the order of lines.
 *
 * @param files transcripts, agent files and sidecars.
 * @returns the same files, in the same order, with other names. A line that is no JSON object becomes `(no JSON)`.
 */
export function mask(files: readonly MaskFile[]): MaskFile[] {
  const ids = new Ids();
  const texts = new Texts(ids);
  const read = files.map(({ path, value }) => {
    for (const part of path.split("/")) ids.add(part.replace(/^agent-|(?:\.meta)?\.jsonl?$/g, ""));
    const records = path.endsWith(".json") ? [parse(value)] : value.split("\n").map(parse);
    for (const record of records) note(record, ids, texts);
    return { path, records };
  });
  const first = firstTime(read.flatMap(({ records }) => records));
  return read.map(({ path, records }) => {
    const lines = records.map((record) => (typeof record === "string" ? record : JSON.stringify(hide(record))));
    return { path: ids.path(path), value: lines.join("\n") };
  });

  function hide(value: unknown, field = "", holder: Json = {}, isForeign = false): unknown {
    if (typeof value === "string") return hideText(value, field, holder, isForeign);
    if (typeof value === "number") return hideNumber(value, field, isForeign);
    if (Array.isArray(value)) return value.map((item) => hide(item, field, holder, isForeign));
    if (typeof value !== "object" || value === null) return value;
    const own = value as Json;
    return Object.fromEntries(
      Object.entries(own).map(([key, inner]) => [
        texts.key(key, isForeign),
        hide(inner, key, own, isForeign || foreign.has(key)),
      ]),
    );
  }

  /** Times are moved; numbers of people and tools are not shown. */
  function hideNumber(value: number, field: string, isForeign: boolean): number {
    if (/time/i.test(field) && value > 1e12) return value - first + Date.UTC(2026, 0, 1);
    return isForeign ? 0 : value;
  }

  function hideText(value: string, field: string, holder: Json, isForeign: boolean): string {
    if (isForeign ? field === "status" && answered.has(value) : plain.has(field) && word.test(value)) return value;
    if (field === "name" && holder["type"] === "tool_use") return value.startsWith("mcp__") ? texts.tool(value) : value;
    if (field === "hookName") return value.startsWith("SessionStart:") ? value : texts.tool(value);
    if ((field === "agentType" || field === "subagent_type") && agentTypes.has(value)) return value;
    if (/time/i.test(field) && /^\d{4}-/.test(value) && !Number.isNaN(Date.parse(value)))
      return new Date(Date.parse(value) - first + Date.UTC(2026, 0, 1)).toISOString();
    return ids.name(value) ?? (/^[0-]+$/.test(value) ? value : texts.mask(value));
  }
}

/** A line as a record; what is none stays a text without words. */
function parse(line: string): Json | string {
  if (/^[\t-\r \uFEFF]*$/.test(line)) return "";
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : "(no JSON)";
  } catch {
    return "(no JSON)";
  }
}

function note(record: Json | string, ids: Ids, texts: Texts): void {
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
