import type { Actor, Origin } from "@ccdag/ccast";
import type { UserEntryKind } from "./entry.ts";

/** What follows from the kind of a user entry. */
export interface UserEntryFacts {
  /** Who speaks. In an agent, `human` is Claude, except where `isAlwaysHuman` is set. */
  readonly actor: Actor;
  /** In which way: what the message of the tree has as its `origin`. */
  readonly origin: Origin;
  /** What stands after `=` in a drawing (`U2=r`); empty where the notation has no word for it. */
  readonly word: string;
  /** Only a person causes it, also in an agent. */
  readonly isAlwaysHuman?: true;
  /** Part of a local command or a shell line, which opens no branch of its own. */
  readonly isCommand?: true;
  /** Text that the client put in for something else, such as what a command became. */
  readonly isExpansion?: true;
}

/** What follows from each kind of user entry: who speaks, the origin in the tree, the word in drawings. */
export const userEntryKinds: Readonly<Record<UserEntryKind, UserEntryFacts>> = {
  "compact-summary": { actor: "system", origin: "compact-summary", word: "summary" },
  "tool-result": { actor: "system", origin: "meta", word: "r" },
  command: { actor: "human", origin: "command", word: "command", isCommand: true },
  "command-output": { actor: "human", origin: "command-output", word: "stdout", isCommand: true },
  caveat: { actor: "system", origin: "meta", word: "caveat", isCommand: true },
  bash: { actor: "human", origin: "bash", word: "", isCommand: true },
  "bash-output": { actor: "human", origin: "bash-output", word: "", isCommand: true },
  teammate: { actor: "teammate", origin: "teammate", word: "" },
  notification: { actor: "notification", origin: "notification", word: "done" },
  hook: { actor: "hook", origin: "hook", word: "" },
  interrupt: { actor: "human", origin: "interrupt", word: "interrupt", isAlwaysHuman: true },
  skill: { actor: "system", origin: "skill", word: "skill", isExpansion: true },
  meta: { actor: "system", origin: "meta", word: "meta", isExpansion: true },
  memory: { actor: "human", origin: "memory", word: "" },
  scheduled: { actor: "system", origin: "scheduled", word: "" },
  peer: { actor: "teammate", origin: "peer", word: "" },
  coordinator: { actor: "assistant", origin: "coordinator", word: "" },
  prompt: { actor: "human", origin: "prompt", word: "" },
};

/**
 * Look up what follows from the kind of a user entry.
 *
 * @param kind of an entry; undefined where it is no user entry.
 * @returns its row of {@link userEntryKinds}; the row of `prompt` for no kind, and for one that this version does not know.
 */
export function userEntryFacts(kind: UserEntryKind | undefined): UserEntryFacts {
  return byKind.get(kind ?? "prompt") ?? userEntryKinds.prompt;
}

const byKind: ReadonlyMap<string, UserEntryFacts> = new Map(Object.entries(userEntryKinds));
