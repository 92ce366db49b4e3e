/** What is known of a client: a program that writes sessions. */
export interface ClientFacts {
  /** Its name, such as `Claude Code`. */
  readonly name: string;
  /** What its assistant is called in documents. */
  readonly assistant: string;
  /** What its assistant is called in tables, where a word stands for it. */
  readonly actor: string;
  /** What a shell runs before the id of a session to resume it (default: it cannot be resumed so). */
  readonly resume?: string | undefined;
}

/** The client whose format the reading half speaks: every other one is translated into it. */
export const defaultClient = "claude-code";

/** The clients, by their ids: the names of the sources that read them. Whatever differs from one to another is a row here. */
export const clients: Readonly<Record<string, ClientFacts>> = {
  [defaultClient]: { name: "Claude Code", assistant: "Claude", actor: "claude", resume: "claude --resume" },
  codex: { name: "Codex CLI", assistant: "Codex", actor: "codex", resume: "codex resume" },
  copilot: { name: "Copilot CLI", assistant: "Copilot", actor: "copilot", resume: "copilot --resume" },
  gemini: { name: "Gemini CLI", assistant: "Gemini", actor: "gemini", resume: "gemini --resume" },
  opencode: { name: "opencode", assistant: "opencode", actor: "opencode", resume: "opencode --session" },
  pi: { name: "pi", assistant: "pi", actor: "pi", resume: "pi --session" },
};

/**
 * What is known of a client.
 *
 * @param id as in `client` of a session (default: the default client); one that nobody knows is called by its id.
 */
export function clientFacts(id: string = defaultClient): ClientFacts {
  return Object.hasOwn(clients, id) ? clients[id]! : { name: id, assistant: id, actor: id };
}
