import type { AgentMode } from "@ccdag/ccast";
import type { AgentInfo, ThreadInfo, Link } from "@ccdag/core";
import type { Call } from "./call-list.ts";
import { text } from "../normal.ts";
import { recordOf } from "./call-index.ts";

/** Link a thread to the result of its call, or to the call itself if it has no result. */
export function linkTo(thread: ThreadInfo, call: Call, because: string): Link {
  return {
    thread,
    parent: call.result ?? call.entry,
    call,
    because,
    agent: describe(thread.agent!, call),
  };
}

/** The fields of an agent from its own file, else from its call and the result. */
function describe(known: AgentInfo, call: Call): Partial<AgentInfo> {
  const record = recordOf(call);
  const { input } = call;
  const mode = modeBy(known.mode, record, input);
  const type = text(input["subagent_type"]) ?? text(record["agentType"]) ?? text(record["agent_type"]);
  return {
    mode,
    name: known.name ?? text(record["name"]) ?? text(input["name"]),
    // In the sidecar of a teammate this field holds its name.
    agentType: mode === "teammate" ? (type ?? known.agentType) : (known.agentType ?? type),
    description: known.description ?? text(input["description"]),
    team: known.team ?? text(record["team_name"]) ?? text(input["team_name"]),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The call says more reliably than the file whether it launched a teammate or a background agent. */
function modeBy(mode: AgentMode, { status, isAsync }: Fields, { team_name: team }: Fields): AgentMode {
  if (mode === "warmup") return "sync";
  if (mode === "sync" && (status === "teammate_spawned" || text(team) !== undefined)) return "teammate";
  return mode === "sync" && (isAsync === true || status === "async_launched") ? "background" : mode;
}
