import {
  type JsonObject,
  neutralRecords,
  type NeutralRecords,
  type RecordLocation,
  toRecord,
  type TranscriptRecord,
} from "@ccdag/core";
import { number, object, objects, text } from "../read-value.ts";
import { placePart, placeResult } from "./place-part.ts";
import { toUsage } from "./to-usage.ts";

/**
 * Make the record of a line.
 *
 * @param line as it was arranged; nothing of it is trusted.
 * @param header the line of its session.
 * @param location its file and line.
 */
export function translate(line: JsonObject, header: JsonObject, location: RecordLocation): TranscriptRecord {
  const { data, row, info, isReverted, error } = line;
  const session = object(header["data"]);
  const own = text(line["session"]) ?? text(header["session"]) ?? "";
  const isAgent = (text(session["parent_id"]) ?? text(session["parentID"])) !== undefined;
  const common = {
    client: "opencode",
    id: text(line["id"]) ?? text(row) ?? `${location.path}:${location.line}`,
    parent: text(line["after"]) ?? null,
    session: own,
    time: number(line["time"]),
    cwd: text(object(object(info)["path"])["cwd"]) ?? text(session["directory"]),
    version: text(session["version"]),
    agent: isAgent ? own : undefined,
    copiedFrom: text(line["copyOf"]),
    unknown: unknownIn(line),
  };
  const wordsWith = (rest: JsonObject) => {
    const kept = { row, isReverted, info, error, data, ...rest };
    const recorded = Object.entries(kept).filter(([, value]) => value !== undefined);
    return neutralRecords({ ...common, rest: Object.fromEntries(recorded) }, location);
  };
  switch (line["opencode"]) {
    case "session":
      return wordsWith({}).title(titleOf(session));
    case "went-back":
      return wordsWith({}).wentBack(text(line["after"]) ?? "");
    case "todo":
    case "row":
      // They belong to the session as it is now, and to no place in the conversation.
      return toRecord(
        {
          type: `opencode/${line["opencode"]}`,
          sessionId: own,
          timestamp: line["time"],
          content: textOfRow(object(data)),
          opencode: { row, data },
        },
        location,
        { isKnown: true },
      );
    default:
      return say(line, wordsWith);
  }
}

/** Those of the client; a result is a part of its own here. */
const partTypes: ReadonlySet<unknown> = new Set(
  "result text reasoning tool file subtask step-start step-finish snapshot patch agent retry compaction".split(" "),
);

/** The types of parts that this version has no rule for. */
function unknownIn(line: JsonObject): string[] {
  return objects(line["parts"]).flatMap(({ type }) =>
    partTypes.has(type) ? [] : [`part ${text(type) ?? "without a type"}`],
  );
}

/** A title that somebody gave; the client begins with one that only has the time. */
function titleOf({ title }: JsonObject): string {
  const given = text(title) ?? "";
  return /^(?:New|Child) session - \d{4}-\d\d-\d\dT[\d:.]+Z$/.test(given) ? "" : given;
}

function textOfRow({ content, status, prompt }: JsonObject): string | undefined {
  const said = text(content) ?? text(object(prompt)["text"]);
  return said === undefined || text(status) === undefined ? said : `${said} (${text(status)})`;
}

/** The record of a message, or of a part of it. */
function say(line: JsonObject, wordsWith: (rest: JsonObject) => NeutralRecords): TranscriptRecord {
  const parts = objects(line["parts"]);
  const placed = parts.map(placePart);
  const blocks = placed.flatMap(({ block }) => (block ? [block] : []));
  const words = wordsWith(parts.length === 0 ? {} : { parts: placed.map(({ rest }) => rest) });
  const answer = { request: text(line["id"]) ?? "", model: text(line["model"]) };
  switch (line["opencode"]) {
    case "prompt":
      return words.prompt(blocks);
    case "meta":
      return words.meta(blocks);
    case "compaction":
      return words.compaction(parts.some(({ auto }) => auto === true) ? "auto" : "manual");
    case "summary":
      return words.summary(parts.map((part) => text(part["text"]) ?? "").join("\n"));
    case "answer":
      return words.answer({ ...answer, blocks, usage: toUsage(line["tokens"], line["cost"]) });
    case "results": {
      const results = parts.map(placeResult);
      return wordsWith({ parts: results.map(({ rest }) => rest) }).results(results);
    }
    case "shell":
      return shell(object(parts[0]), wordsWith);
    case "interrupt":
      return words.interrupt();
    case "error":
      return words.answer({ ...answer, blocks: [{ type: "text", text: errorOf(line["error"]) }], isError: true });
    default:
      // A message without anything, or a line of a newer version.
      return wordsWith(parts.length === 0 ? {} : { parts }).notice(text(line["opencode"]) ?? "message");
  }
}

/** A command that the person ran (O8). */
function shell(part: JsonObject, wordsWith: (rest: JsonObject) => NeutralRecords): TranscriptRecord {
  const { rest, content } = placeResult(part);
  const { input, ...state } = object(rest["state"]);
  const { command, ...others } = object(input);
  const words = wordsWith({ parts: [{ ...rest, state: { ...state, input: others } }] });
  const isRunning = state["status"] !== "completed" && state["status"] !== "error";
  const output = typeof content === "string" ? content : JSON.stringify(content);
  return words.shell(text(command) ?? "", isRunning ? undefined : output);
}

/** What is said of a request that failed. */
function errorOf(error: unknown): string {
  const { name, data } = object(error);
  const message = text(object(data)["message"]);
  return message === undefined ? (text(name) ?? "error") : message;
}
