import type { Anchor, Details, Markdown } from "@ccdag/mdast";
import type { Root } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Handlers, type Info, type Options, type State, toMarkdown } from "mdast-util-to-markdown";
import { guard } from "./guard.ts";

/** How the nodes of our own are written. */
const handlers: Partial<Handlers> & Record<string, unknown> = {
  markdown: ({ value, depth }: Markdown) => guard(value, depth),
  anchor: ({ id }: Anchor) => `<a id="${escapeHtml(id)}"></a>`,
  details(node: Details, _: unknown, state: State, info: Info) {
    const tracker = state.createTracker(info);
    const inside = state.containerFlow(node as never, tracker.current());
    return `<details>\n<summary>${escapeHtml(node.summary)}</summary>\n\n${inside}\n\n</details>`;
  },
};

/**
 * Write a document that `toMdast` made.
 *
 * @param tree the document.
 * @param options options of mdast-util-to-markdown, over ours.
 */
export function write(tree: Root, options: Options = {}): string {
  return toMarkdown(tree, {
    bullet: "-",
    rule: "-",
    fences: true,
    ...options,
    extensions: [gfmToMarkdown(), ...(options.extensions ?? []), { handlers: handlers as Handlers }],
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
