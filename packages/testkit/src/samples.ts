import type { Root } from "@ccdag/ccast";
import { branch, message, session, tree } from "./build.ts";
import { blocks } from "./sample/blocks.ts";
import { repeated, unknowns } from "./sample/special.ts";
import { agents, branches, threads } from "./sample/threads.ts";

/** A sample tree. */
export interface Sample {
  /** What the tree shows, such as `agents in agents`. */
  readonly name: string;
  readonly tree: Root;
}

/**
 * Make sample trees with every node type, new ones for each call. Every word with four digits (`prompt0007`) is unique in
 * its tree, so that it can be found in the output of a renderer.
 */
export function samples(): Sample[] {
  return [
    { name: "a conversation with every block", tree: blocks() },
    { name: "sessions and branches", tree: branches() },
    { name: "agents in agents", tree: agents() },
    { name: "unknown types", tree: unknowns() },
    { name: "threads in threads", tree: threads() },
    { name: "long and repeated", tree: repeated() },
  ];
}

/** A long conversation and a deeply nested one, for renderers that recurse or take quadratic time. */
export function huge(): Sample[] {
  const long = Array.from({ length: 3000 }, (_, at) => message(`u${at}`, `Long ${String(at).padStart(4, "0")}`));
  let deep = branch("b0", message("b0", "The end"));
  for (let at = 1; at < 400; at++) deep = branch(`b${at}`, message(`b${at}`, `Deep ${at}`), deep);
  return [
    { name: "3000 messages", tree: tree(session("s1", ...long)) },
    { name: "400 branches in each other", tree: tree(session("s1", message("u0", "Begin"), deep)) },
  ];
}
