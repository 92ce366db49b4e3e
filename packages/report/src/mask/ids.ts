import { clientPhrase, clientTexts } from "@ccdag/core";

/** Fields whose text is an id, or a list of ids. */
const idFields = new Set(
  `
    uuid parentUuid logicalParentUuid sessionId session_id leafUuid messageId message_id promptId requestId tool_use_id
    toolUseID toolUseId parentToolUseID sourceToolUseID sourceToolAssistantUUID agentId agent_id parentAgentId task_id
    taskId headUuid tailUuid anchorUuid uuids allUuids messageUuid interruptedMessageId snapshotMessageId teammate_id
    parentSessionId requestSessionId parentLastUuid commandUuid deliveryId clearedAttachmentUUIDs compactedToolIds
    runId id
  `
    .trim()
    .split(/\s+/),
);

/** Ids in text that the client writes. */
const idTags = clientTexts.flatMap((row) => ("tag" in row && row.holdsId ? row.tag : []));
const idPhrases = [clientPhrase("agent-note"), clientPhrase("task-id")];
const inText = [
  new RegExp(`<(?:${idTags.join("|")})>([^<]+)<`, "g"),
  new RegExp(`\\b(?:${idPhrases.join("|")})([\\w-]+)`, "g"),
];

/** Prefixes of ids that have a meaning. */
const prefixes = /^(?:acompact-|aprompt_suggestion-)/;

/** An id that the client writes for "none". */
const none = /^[0-]*$/;

/** Names of files and folders that have a meaning. */
const folders = new Set(["subagents", "workflows", "tool-results", "agents"]);

/** Collects the ids of a set of files, and gives each a unique name. */
export class Ids {
  readonly #found = new Set<string>();
  #names: Map<string, string> | undefined;

  /** Add every id in a record. */
  collect(value: unknown, field = ""): void {
    const stack: Array<{ value: unknown; field: string }> = [{ value, field }];
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (typeof next.value === "string") {
        if (idFields.has(next.field)) this.add(next.value);
        for (const pattern of inText) for (const [, id] of next.value.matchAll(pattern)) this.add(id!.trim());
      } else if (Array.isArray(next.value))
        for (const item of next.value) stack.push({ value: item, field: next.field });
      else if (typeof next.value === "object" && next.value !== null)
        for (const [key, inner] of Object.entries(next.value)) stack.push({ value: inner, field: key });
    }
  }

  /** Add an id, such as the name of a file. */
  add(id: string): void {
    if (id !== "" && !none.test(id)) this.#found.add(id);
  }

  /** The name of an id; absent if it was not added. Names sort like the ids, because some rules use that order as a last resort. */
  name(id: string): string | undefined {
    this.#names ??= new Map([...this.#found].sort().map((one, index) => [one, nameOf(one, index)]));
    return this.#names.get(id);
  }

  /** A path with its ids replaced by their names; folders with a meaning keep theirs. */
  path(path: string): string {
    return path
      .split("/")
      .map((part) => {
        if (folders.has(part)) return part;
        const agent = part.startsWith("agent-") ? "agent-" : "";
        const ending = /(?:\.meta)?\.jsonl?$/.exec(part)?.[0] ?? "";
        const stem = part.slice(agent.length, part.length - ending.length);
        return `${agent}${this.name(stem) ?? stem}${ending}`;
      })
      .join("/");
  }
}

/** Agent files keep the prefix `agent-`: ids that sort before it must still do so. */
function nameOf(id: string, index: number): string {
  const letters = id < "agent-" ? "aa" : "id";
  return `${prefixes.exec(id)?.[0] ?? ""}${letters}${String(index).padStart(6, "0")}`;
}
