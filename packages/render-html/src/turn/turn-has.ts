import type { Section } from "@ccdag/mdast";
import type { Nodes } from "mdast";

/**
 * What a turn has, for the filters of turns: `changes`, `failed` and `agents`. Calls of its agents count, too.
 *
 * @param section its section, with its facts.
 * @param isChange whether the call with an id changed a file.
 * @returns the words, with a space between them; empty for none.
 */
export function turnHas(section: Section, isChange: (call: string) => boolean): string {
  let [changes, failed] = [false, false];
  const stack: Nodes[] = [section];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type !== "section" && node.type !== "details") continue;
    if (node.type === "details" && node.call) {
      changes ||= isChange(node.call.id);
      failed ||= node.call.hasFailed;
    }
    for (const child of node.children) stack.push(child);
  }
  const agents = (section.turn?.agents ?? 0) > 0;
  return [changes && "changes", failed && "failed", agents && "agents"].filter(Boolean).join(" ");
}
