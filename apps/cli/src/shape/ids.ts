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

/** Ids that stand in text of the client's own. */
const idTags = clientTexts.flatMap((row) => ("tag" in row && row.holdsId ? row.tag : []));
const idPhrases = [clientPhrase("agent-note"), clientPhrase("task-id")];
const inText = [
  new RegExp(`<(?:${idTags.join("|")})>([^<]+)<`, "g"),
  new RegExp(`\\b(?:${idPhrases.join("|")})([\\w-]+)`, "g"),
];

/** Prefixes of ids that say what something is. */
const meaning = /^(?:acompact-|aprompt_suggestion-)/;

/** An id that the client writes for "none". */
const none = /^[0-]*$/;

/** Names of files and folders that say what they are. */
const folders = new Set(["subagents", "workflows", "tool-results", "agents"]);

/** Collects the ids of a set of files, and gives each a name of its own. */
export class Ids {
  readonly #found = new Set<string>();
  #names: Map<string, string> | undefined;

  /** Note every id in a record. */
  collect(value: unknown, field = ""): void {
    const open: Array<{ value: unknown; field: string }> = [{ value, field }];
    for (let next = open.pop(); next; next = open.pop()) {
      if (typeof next.value === "string") {
        if (idFields.has(next.field)) this.add(next.value);
        for (const pattern of inText) for (const [, id] of next.value.matchAll(pattern)) this.add(id!.trim());
      } else if (Array.isArray(next.value))
        for (const item of next.value) open.push({ value: item, field: next.field });
      else if (typeof next.value === "object" && next.value !== null)
        for (const [key, inner] of Object.entries(next.value)) open.push({ value: inner, field: key });
    }
  }

  /** Note an id, such as the name of a file. */
  add(id: string): void {
    if (id !== "" && !none.test(id)) this.#found.add(id);
  }

  /** The name of an id: names sort as the ids do, because the order of names is the last resort of some rules. */
  name(id: string): string | undefined {
    this.#names ??= new Map([...this.#found].sort().map((one, index) => [one, nameOf(one, index)]));
    return this.#names.get(id);
  }

  /** A path with its ids named; folders whose names mean something keep them. */
  path(path: string): string {
    return path
      .split("/")
      .map((part) => {
        if (folders.has(part)) return part;
        const [, agent = "", stem, ending] = /^(agent-)?(.*?)((?:\.meta)?\.jsonl?)?$/.exec(part)!;
        return `${agent}${this.name(stem!) ?? stem!}${ending ?? ""}`;
      })
      .join("/");
  }
}

/** Agent files keep the beginning of their names: what sorts before them must still do so. */
function nameOf(id: string, index: number): string {
  const letters = id < "agent-" ? "aa" : "id";
  return `${meaning.exec(id)?.[0] ?? ""}${letters}${String(index).padStart(6, "0")}`;
}
