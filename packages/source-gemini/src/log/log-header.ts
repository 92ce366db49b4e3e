import { isObject, type JsonObject, sessionIdOf } from "@ccdag/core";
import { text } from "../message-parts.ts";
import { isHeader } from "./log-lines.ts";

/** What the header says of all lines of a log. */
export interface LogHeader {
  /** The id of the session, or of the agent. */
  readonly id: string;
  readonly session: string;
  readonly agent: string | undefined;
  readonly cwd: string | undefined;
  /** Distinguishes the files of a session: when it began. */
  readonly file: string;
}

/** Read the header of a log; without one, its path says what it is. */
export function headerOf(path: string, lines: readonly JsonObject[]): LogHeader {
  const raw = lines.find(isHeader) ?? {};
  const placed = isObject(raw["ccdag"]) ? raw["ccdag"] : {};
  const id = text(raw["sessionId"]) ?? withoutAgent(sessionIdOf(path));
  return {
    id,
    session: text(placed["session"]) ?? id,
    agent: raw["kind"] === "subagent" ? id : undefined,
    cwd: text(placed["cwd"]),
    file: `${id}@${text(raw["startTime"]) ?? ""}`,
  };
}

function withoutAgent(name: string): string {
  return name.startsWith("agent-") ? name.slice("agent-".length) : name;
}
