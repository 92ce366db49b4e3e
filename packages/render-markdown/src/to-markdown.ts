import type { Anchor, Details, Markdown } from "@ccdag/mdast";
import type { Code, Root, Text } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Handlers, type Info, type Options, type State, toMarkdown } from "mdast-util-to-markdown";
import type { Dialect } from "./dialect.ts";
import { fenceFor } from "./fence.ts";
import { guard } from "./guard.ts";

/** Text that needs no escapes anywhere, such as most labels. The library's search for what to escape is slow. */
const plain = /^(?!.*(?:www\.|:\/|@))[\p{L}→←·• ][\p{L}\p{N} →←·•,/.:()-]*$/u;
/** The delimiter of a placeholder for a body. It is removed from labels. */
const mark = "\u0001";

/**
 * Render a document of `toMdast` as Markdown.
 *
 * Code and message text outside of lists and quotes make up nearly all of a document. They are inserted last, in place of
 * placeholders: the library would otherwise split them into lines at every level of nesting, to count columns.
 *
 * @param tree the document.
 * @param options options of mdast-util-to-markdown, which override the defaults of ccdag.
 * @param dialect syntax beyond GFM that untrusted text must not use (default: none).
 * @returns the Markdown.
 */
export function write(tree: Root, options: Options = {}, dialect?: Dialect): string {
  const bodies: string[] = [];
  const defaults = { bullet: "-", rule: "-", fences: true } as const;
  const extensions = [
    defaults,
    gfmToMarkdown(),
    ...(options.extensions ?? []),
    { handlers: handlersFor(bodies, dialect) },
  ];
  const text = toMarkdown(tree, { ...options, extensions });
  return text.replace(new RegExp(`${mark}(\\d+)${mark}`, "g"), (_, index: string) => bodies[Number(index)] ?? "");
}

/** Handlers for the node types of ccdag, and faster ones for the most frequent standard types. */
function handlersFor(bodies: string[], dialect: Dialect | undefined): Handlers {
  const safe = (words: string) => (dialect ? dialect.text(words) : words);
  const later = (body: string, state: State) => (isInside(state) ? body : `${mark}${bodies.push(body) - 1}${mark}`);
  const handlers: Record<string, unknown> = {
    markdown: ({ value, depth }: Markdown, _: unknown, state: State) =>
      later(guard(isInside(state) ? expandTabs(value) : value, depth, dialect), state),
    code: ({ lang, value }: Code, _: unknown, state: State) => later(fencedCode(lang ?? "", value), state),
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
 * Replace tabs at the beginning of lines with spaces. The width of a tab depends on its column: inside a quote, code that
 * is indented by a tab would no longer be code.
 */
function expandTabs(text: string): string {
  return text.replace(/^[ \t>*+\-\d.)]*\t[ \t>*+\-\d.)]*/gm, (start) => {
    let expanded = "";
    for (const character of start) expanded += character === "\t" ? " ".repeat(4 - (expanded.length % 4)) : character;
    return expanded;
  });
}

/** Whether the current node is in a list or quote, which indents its lines. */
function isInside({ stack }: State): boolean {
  return stack.some((name) => name === "listItem" || name === "blockquote");
}

function fencedCode(lang: string, value: string): string {
  const fence = fenceFor(value);
  return `${fence}${lang.replace(/[^\w+#.-]/g, "")}\n${value}\n${fence}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(mark, "").replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
