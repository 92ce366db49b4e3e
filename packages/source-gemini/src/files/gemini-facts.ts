import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isObject, type JsonObject } from "@ccdag/core";
import type { ClientFile } from "@ccdag/files/clients";
import { isHeader, setIn } from "../log/log-lines.ts";
import { findRewritten } from "../log/rewritten.ts";
import { isContext } from "../records/is-context.ts";
import { allInside, joined, objects, partsOf, text } from "../message-parts.ts";
import { toLines } from "./to-lines.ts";
import { kindOf } from "./kind-of-path.ts";

/** What is known of a log. */
export interface GeminiLogFacts {
  readonly is: "log";
  /** The id of its session or agent. */
  readonly id: string;
  readonly hash: string;
  readonly start: string;
  readonly isAgent: boolean;
  /** The first message, shortened to a number. */
  readonly first: string;
  /** The first messages of histories that were written again, and that this log does not hold. */
  readonly resumed: readonly string[];
  /** Calls that may have spawned an agent. */
  readonly calls: readonly CallFacts[];
}

/** What is known of a call. */
export interface CallFacts {
  readonly id: string;
  readonly name?: string | undefined;
  /** The agent that it spawned; recorded when it has ended. */
  readonly agent?: string | undefined;
  /** Its task, shortened to a number. */
  readonly task?: string | undefined;
}

/** What is known of a file. */
export type GeminiFacts =
  | GeminiLogFacts
  | { readonly is: "root"; readonly root: string }
  /** The root of each project. */
  | { readonly is: "roots"; readonly roots: Readonly<Record<string, string>> };

/** Read what must be known of a file to place it. */
export async function factsOf({ path, real }: ClientFile): Promise<GeminiFacts> {
  const content = await readFile(real, "utf8");
  switch (kindOf(path)) {
    case "roots":
      return { is: "roots", roots: rootsIn(content) };
    case "root":
      return { is: "root", root: content.trim() };
    default:
      return logFacts(path, toLines(path, content));
  }
}

function rootsIn(content: string): Record<string, string> {
  const parsed: unknown = JSON.parse(content);
  const projects = isObject(parsed) && isObject(parsed["projects"]) ? parsed["projects"] : {};
  return Object.fromEntries(
    Object.entries(projects).flatMap(([root, name]) => (typeof name === "string" ? [[name, root]] : [])),
  );
}

function logFacts(path: string, lines: readonly JsonObject[]): GeminiLogFacts {
  const header = lines.find(isHeader) ?? {};
  const first = lines.find((raw) => raw["type"] === "user" && typedIn(raw) !== "");
  const messages = [...lines, ...lines.flatMap((raw) => objects(setIn(raw)?.["messages"]))];
  const calls = new Map<string, CallFacts>();
  for (const message of messages)
    for (const call of callsIn(message)) calls.set(call.id, { ...calls.get(call.id), ...call });
  return {
    is: "log",
    id: text(header["sessionId"]) ?? nameOf(path),
    hash: text(header["projectHash"]) ?? "",
    start: text(header["startTime"]) ?? "",
    isAgent: header["kind"] === "subagent",
    first: first === undefined ? "" : short(typedIn(first)),
    resumed: resumedIn(lines),
    calls: [...calls.values()],
  };
}

/** What a message says, without what the client put in. */
function typedIn(message: JsonObject): string {
  return joined(partsOf(message["content"]).filter((part) => !isContext(part)));
}

function resumedIn(lines: readonly JsonObject[]): string[] {
  const known = new Set<string>();
  const rewritten = findRewritten(lines);
  const found = new Set<string>();
  for (const [index, raw] of lines.entries()) {
    if (raw["type"] !== "user") continue;
    const words = typedIn(raw);
    if (rewritten.has(index) && !known.has(words)) found.add(short(words));
    else known.add(words);
  }
  return [...found];
}

/** The calls of a message that may have spawned an agent: one is named, or the call gives a task. */
function callsIn(message: JsonObject): CallFacts[] {
  const inContent = allInside(partsOf(message["content"]), "functionCall");
  return [...inContent, ...objects(message["toolCalls"])].flatMap((call) => {
    const args = isObject(call["args"]) ? call["args"] : {};
    const [id, agent, task] = [text(call["id"]), text(call["agentId"]), taskIn(args)];
    const isSpawn = id !== undefined && (agent !== undefined || task !== undefined);
    if (!isSpawn) return [];
    const name = text(args["agent_name"]) ?? text(call["name"]);
    return [{ id, name, ...(agent ? { agent } : {}), ...(task ? { task: short(task) } : {}) }];
  });
}

function taskIn(args: JsonObject): string | undefined {
  return text(args["prompt"]) ?? text(args["objective"]) ?? text(args["query"]);
}

/** A text as a short number that hardly any other text has. */
function short(words: string): string {
  return createHash("sha256").update(words).digest("hex").slice(0, 12);
}

/** The id in the name of a file without a header. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).split(".")[0]!;
}
