import { type Dag, type Entry, userEntryFacts } from "@ccdag/core";

/** Gives entries the names of a drawing: a letter for the kind, and a number. */
export function nameEntries(
  dag: Dag,
  entries: readonly Entry[],
): {
  /** The name with all that stands behind it. */
  token: (entry: Entry, isNamed: boolean) => string;
  of: (entry: Entry) => string;
} {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const messages = new Map<string, number>();
  for (const entry of entries) {
    nameOf(entry);
    const id = entry.kind === "assistant" ? entry.message?.id : undefined;
    if (id !== undefined) messages.set(id, (messages.get(id) ?? 0) + 1);
  }
  const repeated = [...messages].filter(([, count]) => count > 1);
  const shared = new Map(repeated.map(([id], index) => [id, index + 1]));
  return {
    of: nameOf,
    token(entry, isNamed) {
      const logical = entry.logicalParentUuid;
      const parent = isNamed ? outside(entry.parentUuid!) : "";
      const spec = specOf(entry);
      return `${parent === "?" ? "?" : ""}${nameOf(entry)}${spec === "" ? "" : `=${spec}`}${logical === undefined ? "" : `~${names.get(logical) ?? "X"}`}${parent === "?" ? "" : parent}`;
    },
  };

  /** A parent that no line leads to; `?` where no file holds it. */
  function outside(uuid: string): string {
    const name = names.get(uuid);
    if (name !== undefined) return `^${name}`;
    return dag.resolve(uuid) ? "" : "?";
  }

  function nameOf(entry: Entry): string {
    const known = names.get(entry.uuid ?? entry.id);
    if (known !== undefined) return known;
    const letter = letterOf(entry);
    const count = (counts.get(letter) ?? 0) + 1;
    counts.set(letter, count);
    names.set(entry.uuid ?? entry.id, `${letter}${count}`);
    return `${letter}${count}`;
  }

  function specOf(entry: Entry): string {
    if (entry.kind === "system")
      return entry.subtype === "compact_boundary" ? "compact" : entry.subtype === "local_command" ? "command" : "";
    if (entry.kind !== "assistant") return userEntryFacts(entry.userKind).word;
    if (entry.message?.model === "<synthetic>") return "resume";
    const number = shared.get(entry.message?.id ?? "");
    return number === undefined ? "" : `m${number}`;
  }
}

function letterOf({ kind, type, subtype, userKind }: Entry): string {
  if (kind !== "passthrough") return { user: "U", assistant: "A", system: "S" }[kind];
  if (userKind !== undefined) return "Q";
  return type === "attachment" && subtype?.startsWith("hook") ? "H" : "P";
}
