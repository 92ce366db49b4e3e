import { type Agent, type Root, shorten, threadsIn } from "@ccdag/ccast";
import { toMdast } from "@ccdag/mdast";
import { agentScheme } from "./phrasing.ts";
import { type BlockContext, blockLines } from "./block-lines.ts";
import { areCalls, detailsLines, type Unfolded } from "./call-lines.ts";
import { type ShownLine, paintLines } from "./shown-line.ts";
import { messageLines, openSection } from "./section-lines.ts";
import type { Zone } from "@ccdag/mdast/time";

/** How a session is written. */
export interface SessionTextOptions {
  /** The width of the text, in cells; infinite for no terminal. */
  readonly width: number;
  readonly isColored: boolean;
  readonly zone: Zone;
  readonly unfolded: Unfolded;
  /** An entry that is no message of its own, to give it an anchor. */
  readonly linked?: string | undefined;
  /** What is typed to show the session; `#` and the id of an agent follow. */
  readonly address: string;
}

/** A session as text. */
export interface SessionText {
  readonly lines: readonly ShownLine[];
  /** The text from a line on. */
  readonly from: (line: number) => string;
  /** The line that a place begins with, from 0; `undefined` if it is not in the text. */
  readonly lineNumberOf: (name: string) => number | undefined;
}

/**
 * Write a session, or an agent of it, for a terminal.
 *
 * @param tree the whole tree; of an agent, it alone.
 * @param agents all agents of the session, whose ids are shortened.
 * @param options the width, colours, and what is unfolded.
 */
export function sessionText(
  tree: Root | Agent,
  agents: readonly Agent[],
  { width, isColored, zone, unfolded, linked, address }: SessionTextOptions,
): SessionText {
  const missing = new Set(agents.flatMap((agent) => (agent.missing ? [agent.agentId] : [])));
  const document = toMdast(tree, {
    sections: true,
    agents: "separate",
    linked: linked === undefined ? [] : [linked],
    // The id is untrusted, and an address has no room for everything.
    href: ({ agentId }) =>
      agentId === undefined || missing.has(agentId) ? undefined : `${agentScheme}${encodeURIComponent(agentId)}`,
    images: "link",
  });
  const short = shorten(agents.map(({ agentId }) => agentId));
  const context: BlockContext = {
    width,
    zone,
    agentCommand: (agentId) => `ccdag show ${address}#${short(decodeURIComponent(agentId))}`,
    other: (node, inner, names) => {
      if (node.type === "section") return messageLines(node, inner);
      if (node.type === "details") return detailsLines(node, inner, unfolded, names);
      return "children" in node ? blockLines(node.children, inner) : [];
    },
    open: openSection,
    isJoined: areCalls,
  };
  const lines = blockLines(document.children, context);
  return {
    lines,
    from: (line) => paintLines(lines.slice(line), isColored),
    lineNumberOf: (name) => {
      const line = lines.findIndex(({ names }) => names?.includes(name));
      return line === -1 ? undefined : line;
    },
  };
}

/** The agents of a tree. */
export function agentsOf(tree: Root): Agent[] {
  return threadsIn(tree).flatMap((thread) => (thread.type === "agent" ? [thread] : []));
}
