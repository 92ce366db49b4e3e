import type { Anchor, Details, Markdown } from "@ccdag/mdast";
import type { Code, Root, Text } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Handlers, type Info, type Options, type State, toMarkdown } from "mdast-util-to-markdown";
import type { Dialect } from "./dialect.ts";
import { guard } from "./guard.ts";

/** Text in which nothing could be Markdown, wherever it stands: most labels. Looking for what to escape is slow. */
const plain = /^(?!.*(?:www\.|:\/|@))[\p{L}→←·• ][\p{L}\p{N} →←·•,/.:()-]*$/u;
/** Stands for a body in the text while it is put together. No label holds it. */
const mark = "\u0001";

/**
 * Write a document that `toMdast` made.
 *
 * Code and message text (outside lists and quotes, which indent what is in them) make up nearly all of it. They are put in last: the library would otherwise cut each of them
 * into lines again at every level that it stands in, to keep count of columns that nothing here needs.
 *
 * @param tree the document.
 * @param options options of mdast-util-to-markdown, over ours.
 * @param dialect what is live where the text goes, and must not be in words of others (default: nothing but GFM).
 */
export function write(tree: Root, options: Options = {}, dialect?: Dialect): string {
  const bodies: string[] = [];
  const ours = { bullet: "-", rule: "-", fences: true } as const;
  const extensions = [ours, gfmToMarkdown(), ...(options.extensions ?? []), { handlers: handlersFor(bodies, dialect) }];
  const text = toMarkdown(tree, { ...options, extensions });
  return text.replace(new RegExp(`${mark}(\\d+)${mark}`, "g"), (_, index: string) => bodies[Number(index)] ?? "");
}

/** How the nodes of our own are written, and those that there are most of. */
function handlersFor(bodies: string[], dialect: Dialect | undefined): Handlers {
  const safe = (words: string) => (dialect ? dialect.text(words) : words);
  const later = (body: string, state: State) => (isInside(state) ? body : `${mark}${bodies.push(body) - 1}${mark}`);
  const handlers: Record<string, unknown> = {
    markdown: ({ value, depth }: Markdown, _: unknown, state: State) =>
      later(guard(isInside(state) ? expandTabs(value) : value, depth, dialect), state),
    code: ({ lang, value }: Code, _: unknown, state: State) => later(fenced(lang ?? "", value), state),
    anchor: ({ id }: Anchor) => `<a id="${escapeHtml(id)}"></a>`,
    text: ({ value }: Text, _: unknown, state: State, info: Info) =>
      plain.test(value) ? value : safe(state.safe(value.replaceAll(mark, ""), info)),
    details(node: Details, _: unknown, state: State, info: Info) {
      const inside = state.containerFlow(node, info);
      return `<details>\n<summary>${safe(escapeHtml(node.summary.replace(/\s+/g, " ")))}</summary>\n\n${inside}\n\n</details>`;
    },
  };
  return handlers as Handlers;
}

/**
 * A tab is as wide as it is far from the next stop: behind the mark of a quote, what was code at the margin would be
 * none. Spaces are as wide anywhere.
 */
function expandTabs(text: string): string {
  return text.replace(/^[ \t>*+\-\d.)]*\t[ \t>*+\-\d.)]*/gm, (start) => {
    let rendered = "";
    for (const character of start) rendered += character === "\t" ? " ".repeat(4 - (rendered.length % 4)) : character;
    return rendered;
  });
}

/** Whether what is written stands in a list or a quote, which indent it. */
function isInside({ stack }: State): boolean {
  return stack.some((name) => name === "listItem" || name === "blockquote");
}

/** A fence longer than any that stands in the code, so that the code cannot end it. */
function fenced(lang: string, value: string): string {
  let longest = 2;
  if (value.includes("```")) for (const [run] of value.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${lang.replace(/[^\w+#.-]/g, "")}\n${value}\n${fence}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(mark, "").replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
