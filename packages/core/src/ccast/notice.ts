import type { Notice } from "@ccdag/ccast";
import type { Entry, Bookkeeping } from "../entry/entry.ts";
import { isObject } from "../entry/parse-records.ts";
import { isKnownType } from "../entry/known.ts";
import { time } from "./to-content.ts";
import type { HookRule } from "./hook-by-tool.ts";
import { withRecordPosition } from "./position.ts";

/** Build the node of a record that is no message: a hook, progress, an attachment, bookkeeping, or anything unknown. */
export function toNotice(record: Entry | Bookkeeping, rules: readonly HookRule[]): Notice {
  const { type, subtype, raw } = record;
  const isKnown = record.isKnown === true || isKnownType(type, subtype);
  return {
    type: "notice",
    entryType: type,
    subtype,
    uuid: record.form === "entry" ? record.uuid : undefined,
    timestamp: time(record),
    toolUseId: callOf(record, rules),
    value: isKnown ? valueOf(record) : JSON.stringify(raw),
    structured: isKnown ? raw : undefined,
    ...withRecordPosition(record),
  };
}

function callOf(record: Entry | Bookkeeping, rules: readonly HookRule[]): string | undefined {
  for (const rule of rules) {
    const id = rule.callOf(record);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Fields that may hold the text of a record. The first that is a non-empty string is used. */
const fields = [
  "content",
  "summary",
  "aiTitle",
  "customTitle",
  "agentName",
  "lastPrompt",
  "mode",
  "permissionMode",
  "prUrl",
];
const inner = ["stdout", "content", "command", "filename", "text", "date", "stderr", "output", "message"];

function valueOf({ raw }: Entry | Bookkeeping): string | undefined {
  for (const field of fields) if (typeof raw[field] === "string" && raw[field] !== "") return raw[field];
  for (const part of [raw["attachment"], raw["data"], raw["error"]]) {
    if (!isObject(part)) continue;
    for (const field of inner) if (typeof part[field] === "string" && part[field] !== "") return part[field];
  }
  const duration = raw["durationMs"];
  return typeof duration === "number" ? `${duration} ms` : undefined;
}
