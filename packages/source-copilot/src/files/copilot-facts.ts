import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type JsonObject, objectOn } from "@ccdag/core";
import type { ClientFile } from "@ccdag/files/clients";
import { isFork, isRewind, toEvent } from "../events/event.ts";
import { object, objects, text } from "../event-fields.ts";
import { kindOf } from "./session-path.ts";
import { type StoreFacts, storeFacts } from "./session-store.ts";
import { nameIn } from "./workspace.ts";

/** What is known of a log. */
export interface EventLogFacts {
  readonly is: "log";
  readonly cwd?: string | undefined;
  readonly version?: string | undefined;
  readonly start: string;
  readonly agents: readonly AgentFacts[];
  /** What names the sessions that it was forked from, one after another. */
  readonly forks: readonly string[];
  /** The state of the file, if a rewind has cut it: what is left in the client's index is then read, too. */
  readonly cut?: string | undefined;
}

/** What is known of an agent. */
interface AgentFacts {
  readonly id: string;
  /** How many forks there were before it began. */
  readonly forks: number;
  /** Its sidecar. */
  readonly about: JsonObject;
}

/** What is known of a file. */
export type CopilotFacts =
  | EventLogFacts
  | StoreFacts
  | { readonly is: "workspace"; readonly name?: string | undefined };

/** Read what must be known of a file to place it. */
export async function factsOf(file: ClientFile): Promise<CopilotFacts> {
  const { path, real } = file;
  const kind = kindOf(path);
  if (kind === "store") return storeFacts(file);
  const content = await readFile(real, "utf8");
  return kind === "workspace" ? { is: "workspace", name: nameIn(content) } : logFacts(content);
}

function logFacts(content: string): EventLogFacts {
  const agents = new Map<string, { readonly forks: number; about: JsonObject }>();
  /** The agent that made a call. */
  const callers = new Map<string, string>();
  const forks: string[] = [];
  let [cwd, version, start]: Array<string | undefined> = [];
  let isCut = false;
  for (const line of content.split("\n")) {
    const raw = objectOn(line);
    if (raw === undefined) continue;
    const event = toEvent(raw);
    const { type, data, agent } = event;
    cwd ??= text(object(data["context"])["cwd"]);
    version ??= text(data["copilotVersion"]);
    start ??= text(raw["timestamp"]);
    if (isRewind(event)) isCut = true;
    if (isFork(event)) forks.push(JSON.stringify(data));
    if (agent !== undefined && !agents.has(agent)) agents.set(agent, { forks: forks.length, about: {} });
    if (agent !== undefined)
      for (const { toolCallId } of objects(data["toolRequests"])) callers.set(String(toolCallId), agent);
    const started = type === "subagent.started" ? (text(raw["agentId"]) ?? text(data["toolCallId"])) : undefined;
    if (started !== undefined)
      agents.set(started, { forks: agents.get(started)?.forks ?? forks.length, about: aboutOf(data) });
  }
  return {
    is: "log",
    cwd,
    version,
    start: start ?? "",
    agents: [...agents].map(([id, { forks: before, about }]) => ({
      id,
      forks: before,
      about: { ...callOf(id, about), ...parentOf(id, about, callers) },
    })),
    forks,
    cut: isCut ? createHash("sha256").update(content).digest("hex").slice(0, 16) : undefined,
  };
}

function aboutOf(data: JsonObject): JsonObject {
  const known = {
    toolUseId: text(data["toolCallId"]),
    name: text(data["agentDisplayName"]),
    agentType: text(data["agentName"]),
    description: text(data["agentDescription"]),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Older clients name an agent by its call. */
function callOf(id: string, about: JsonObject): JsonObject {
  return "toolUseId" in about ? about : { toolUseId: id, ...about };
}

function parentOf(id: string, about: JsonObject, callers: ReadonlyMap<string, string>): JsonObject {
  const parent = callers.get(text(about["toolUseId"]) ?? id);
  return parent === undefined || parent === id ? {} : { parentAgentId: parent };
}
