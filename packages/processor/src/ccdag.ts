import ccdagAgents from "@ccdag/agents";
import type { Root } from "@ccdag/ccast";
import { type Processor, unified } from "unified";
import type { Node } from "unist";
import ccdagParse from "./parse.ts";

/** A copy of a frozen processor keeps its data and runs its plugins again: each begins with an empty list. */
function ccdagBegin(this: Processor): undefined {
  this.data().ccdagExtensions = [];
}

/**
 * The front door: a frozen processor that reads transcripts and knows agents. Call it to get a copy, then `use` a
 * renderer: `ccdag().use(renderMarkdown).process(file)`.
 */
export const ccdag: Processor<Root, Node, Node> = unified().use(ccdagBegin).use(ccdagAgents).use(ccdagParse).freeze();
