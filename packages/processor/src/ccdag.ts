import ccdagAgents from "@ccdag/agents";
import type { Root } from "@ccdag/ccast";
import { type Processor, unified } from "unified";
import type { Node } from "unist";
import ccdagParse from "./parse-options.ts";
import { storeSource } from "./store-source.ts";

/** A copy of a frozen processor shares its data and runs its plugins again, so each begins with the same list. */
function ccdagBegin(this: Processor): undefined {
  this.data().ccdagExtensions = [{ sources: [storeSource] }];
}

/**
 * A frozen unified processor that reads transcripts, with the rules for agents. It has a parser and no compiler: call
 * it to get a copy, then `use` a renderer: `ccdag().use(renderMarkdown).process(file)`.
 */
export const ccdag: Processor<Root, Node, Node> = unified().use(ccdagBegin).use(ccdagAgents).use(ccdagParse).freeze();
