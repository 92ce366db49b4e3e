import type { JsonObject } from "@ccdag/core";
import { count, object, text } from "./values.ts";

/** What the first record of a rollout, `session_meta`, says about its thread. */
export interface RolloutHeader {
  /** The id of the thread: of a session, or of an agent. */
  readonly thread: string;
  /** Of an agent, the session at the top, where it is recorded (since 0.171); else that of the thread. */
  readonly session: string;
  readonly cwd: string | undefined;
  readonly version: string | undefined;
  /** Of an agent: the thread that spawned it, if it is recorded, and what it is. */
  readonly agent?: CodexAgent | undefined;
  /** The record that the first one follows: the ordinal in a segment. */
  readonly base?: { readonly segment: string; readonly ordinal: number } | undefined;
  /** The thread that it was forked from. */
  readonly forkedFrom: string | undefined;
  /** Of an agent that began with copies of its parent: the ordinal of the first record of its own. */
  readonly ownStart: number | undefined;
}

/** What is known of an agent. */
export interface CodexAgent {
  readonly parent?: string | undefined;
  /** Its place among the agents, such as `/root/alpha`. */
  readonly path?: string | undefined;
  readonly nickname?: string | undefined;
  /** The role that it was given, or what the client runs it for, such as `review`. */
  readonly kind?: string | undefined;
  /** Whether the client runs it for itself, without a call. */
  readonly isInternal?: boolean | undefined;
}

/**
 * Read the header of a rollout.
 *
 * @param payload the payload of its record `session_meta`.
 */
export function headerOf(payload: JsonObject): RolloutHeader {
  const thread = text(payload["id"]) ?? "";
  const agent = agentOf(payload);
  const base = object(payload["history_base"]);
  const segment = text(base["thread_id"]);
  const end = count(base["end_ordinal_exclusive"]);
  return {
    thread,
    session: agent === undefined ? thread : (text(payload["session_id"]) ?? agent.parent ?? thread),
    cwd: text(payload["cwd"]),
    version: text(payload["cli_version"]),
    agent,
    base: segment === undefined || end === undefined || end === 0 ? undefined : { segment, ordinal: end - 1 },
    forkedFrom: text(payload["forked_from_id"]),
    ownStart: count(payload["subagent_history_start_ordinal"]),
  };
}

function agentOf(payload: JsonObject): CodexAgent | undefined {
  const kind = object(payload["source"])["subagent"];
  const spawn = object(object(kind)["thread_spawn"]);
  const parent = text(payload["parent_thread_id"]) ?? text(spawn["parent_thread_id"]);
  if (kind === undefined && parent === undefined) return undefined;
  const path = text(spawn["agent_path"]) ?? text(payload["agent_path"]);
  const nickname = text(spawn["agent_nickname"]) ?? text(payload["agent_nickname"]);
  // `"review"`, or `{"other": "…"}`: agents that no model has called.
  const own = text(kind) ?? text(object(kind)["other"]);
  return { parent, path, nickname, kind: text(spawn["agent_role"]) ?? own, isInternal: own !== undefined };
}
