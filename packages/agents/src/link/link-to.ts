import type { AgentMode } from "@ccdag/ccast";
import type { AgentInfo, ThreadInfo, Link } from "@ccdag/core";
import { text } from "../words.ts";
import { type Call, recordOf } from "./calls.ts";

/** Hang a line on the result of its call, or on the call itself while it has none. */
export function linkTo(thread: ThreadInfo, call: Call, because: string): Link {
  return {
    thread,
    parent: call.result ?? call.entry,
    call,
    because,
    agent: describe(thread.agent!, call),
  };
}

/** What the call and its result say of the agent; what its own file says comes first. */
function describe(known: AgentInfo, call: Call): Partial<AgentInfo> {
  const record = recordOf(call);
  const { input } = call;
  const mode = modeBy(known.mode, record, input);
  const type = text(input["subagent_type"]) ?? text(record["agentType"]) ?? text(record["agent_type"]);
  return {
    mode,
    name: known.name ?? text(record["name"]) ?? text(input["name"]),
    // The sidecar of a teammate has its name there.
    agentType: mode === "teammate" ? (type ?? known.agentType) : (known.agentType ?? type),
    description: known.description ?? text(input["description"]),
    team: known.team ?? text(record["team_name"]) ?? text(input["team_name"]),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The call knows better what kind of agent it launched than the file does: a member of a team, one that runs on its own. */
function modeBy(mode: AgentMode, { status, isAsync }: Fields, { team_name: team }: Fields): AgentMode {
  if (mode === "warmup") return "sync";
  if (mode === "sync" && (status === "teammate_spawned" || text(team) !== undefined)) return "teammate";
  return mode === "sync" && (isAsync === true || status === "async_launched") ? "background" : mode;
}
