import type { AgentMode } from "@ccdag/ccast";
import { type AgentInfo, type Entry, isObject, type Link, type LinkView, type OpenLine, toBlocks } from "@ccdag/core";

/** A call that may have borne an agent. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly entry: Entry;
  readonly input: Readonly<Record<string, unknown>>;
  /** The entry with its result, where there is one. */
  result?: Entry | undefined;
  /** Its prompt with white space made one and case folded; empty when it has none. */
  readonly prompt: string;
  /** The text of the result, of a call with a prompt: other results are long, and say nothing of agents. */
  resultText: string;
}

/** Every call of a project, for the link rules. */
export interface CallIndex {
  readonly all: readonly Call[];
  /** Those with a prompt. */
  readonly spawning: readonly Call[];
  /** Calls of one entry. */
  readonly of: (entry: Entry) => readonly Call[];
  /** Calls with an id, those of the asking line's session first. */
  byId: (id: string, line: OpenLine) => Call | undefined;
  readonly claimed: Set<Call>;
}

const indexes = new WeakMap<LinkView, CallIndex>();

/** Index the calls of a graph, once for all rules of a run. */
export function callIndex(view: LinkView): CallIndex {
  const known = indexes.get(view);
  if (known) return known;
  const byId = new Map<string, Call[]>();
  const all: Call[] = [];
  const byEntry = new Map<Entry, Call[]>();
  for (const entry of [...view.entries].sort(view.compare)) {
    for (const block of entry.message?.blocks ?? []) {
      if (block.type !== "tool_use" || typeof block["id"] !== "string") continue;
      const input = isObject(block["input"]) ? block["input"] : {};
      const call: Call = {
        id: block["id"],
        name: String(block["name"]),
        entry,
        input,
        prompt: normal(input["prompt"]),
        resultText: "",
      };
      all.push(call);
      const siblings = byEntry.get(entry);
      if (siblings) siblings.push(call);
      else byEntry.set(entry, [call]);
      const same = byId.get(call.id);
      if (same) same.push(call);
      else byId.set(call.id, [call]);
    }
  }
  for (const entry of view.entries) {
    for (const block of entry.message?.blocks ?? []) {
      if (block.type !== "tool_result") continue;
      const line = view.lineOf(entry);
      const calls = byId.get(String(block["tool_use_id"])) ?? [];
      const call =
        calls.find((one) => !one.result && view.lineOf(one.entry) === line) ?? calls.find((one) => !one.result);
      if (call === undefined) continue;
      call.result = entry;
      if (call.prompt !== "")
        call.resultText = toBlocks(block["content"])
          .map((part) => text(part["text"]) ?? "")
          .join("\n");
    }
  }
  const index: CallIndex = {
    all,
    spawning: all.filter(({ input }) => typeof input["prompt"] === "string"),
    of: (entry) => byEntry.get(entry) ?? [],
    claimed: new Set(),
    byId(id, { info }) {
      const calls = byId.get(id) ?? [];
      return calls.find(({ entry }) => view.lineOf(entry).sessionId === info.sessionId) ?? calls[0];
    },
  };
  indexes.set(view, index);
  return index;
}

/** Text for comparison: white space made one, case folded. */
export function normal(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim().toLowerCase() : "";
}

/** Hang a line on the result of its call, or on the call itself while it has none. */
export function linkTo(line: OpenLine, call: Call, because: string, index: CallIndex): Link {
  index.claimed.add(call);
  return {
    line: line.info,
    parent: call.result ?? call.entry,
    toolUseId: call.id,
    because,
    agent: describe(line, call),
  };
}

/** What the call and its result say of the agent. */
function describe({ info }: OpenLine, { input, result }: Call): Partial<AgentInfo> {
  const structured = result?.raw["toolUseResult"];
  const record = isObject(structured) ? structured : {};
  const known = info.agent!;
  return {
    mode: modeBy(known.mode, record),
    name: known.name ?? text(record["name"]) ?? text(input["name"]),
    agentType: known.agentType ?? text(input["subagent_type"]) ?? text(record["agentType"]),
    description: known.description ?? text(input["description"]),
    team: known.team ?? text(record["team_name"]) ?? text(input["team_name"]),
  };
}

function modeBy(mode: AgentMode, record: Readonly<Record<string, unknown>>): AgentMode {
  if (record["status"] === "teammate_spawned") return "teammate";
  if (mode === "sync" && (record["isAsync"] === true || record["status"] === "async_launched")) return "background";
  return mode;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
