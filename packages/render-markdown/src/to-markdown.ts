import { type Anchor, attempt, type Details, type Markdown, type MdastOptions } from "@ccdag/mdast";
import type { Code, Root, Text } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Handlers, type Info, type Options, type State, toMarkdown } from "mdast-util-to-markdown";
import type { Dialect } from "./dialect.ts";
import { fenceFor } from "./fence.ts";
import { asCode, guard } from "./guard.ts";
import { escapeHtml } from "./plain-mdast.ts";
import { visit } from "./visit.ts";

/** Text that needs no escapes anywhere, such as most labels. The library's search for what to escape is slow. */
const plain = /^(?!.*(?:www\.|:\/|@))[\p{L}→←·• ][\p{L}\p{N} →←·•,/.:()-]*$/u;
/** The delimiter of a placeholder for a body. In the document its picture takes its place. */
const mark = "\u0001";
const picture = "\u2401";

/** Options of {@link write}. */
export interface WriteOptions extends Options {
  /** Whether images with an address on the web stay images in untrusted text (default: `false`, they become links). */
  remoteImages?: boolean | undefined;
}

/**
 * Render a document of `toMdast` as Markdown.
 *
 * Code and message text outside of lists and quotes make up nearly all of a document. They are inserted last, in place of
 * placeholders: the library would otherwise split them into lines at every level of nesting, to count columns.
 *
 * @param tree the document.
 * @param options options of mdast-util-to-markdown, which override the defaults of ccdag, and whether images of messages
 *   stay.
 * @param dialect syntax beyond GFM that untrusted text must not use (default: none).
 * @param report called for each text that cannot be converted, and becomes code (default: it becomes code all the same).
 * @returns the Markdown.
 */
export function write(
  tree: Root,
  { remoteImages, ...options }: WriteOptions = {},
  dialect?: Dialect,
  report?: MdastOptions["report"],
): string {
  const bodies: string[] = [];
  withoutMarks(tree);
  const defaults = { bullet: "-", rule: "-", fences: true } as const;
  const extensions = [
    defaults,
    gfmToMarkdown(),
    ...(options.extensions ?? []),
    { handlers: handlersFor(bodies, { dialect, remoteImages, report }) },
  ];
  const text = toMarkdown(tree, { ...options, extensions });
  return text.replace(new RegExp(`${mark}(\\d+)${mark}`, "g"), (_, index: string) => bodies[Number(index)] ?? "");
}

/**
 * Replace the delimiter in all texts of a document, before any of them is confined: text with a placeholder would be
 * replaced by a body, and what a later removal joins, such as `<` and a name, would not be confined.
 */
function withoutMarks(tree: Root): void {
  visit([tree], (node) => {
    const fields = node as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(fields))
      if (typeof value === "string" && value.includes(mark)) fields[name] = value.replaceAll(mark, picture);
  });
}

/** How untrusted text is confined. */
interface Untrusted {
  readonly dialect: Dialect | undefined;
  readonly remoteImages: boolean | undefined;
  readonly report: MdastOptions["report"];
}

/** Handlers for the node types of ccdag, and faster ones for the most frequent standard types. */
function handlersFor(bodies: string[], { dialect, remoteImages, report }: Untrusted): Handlers {
  const safe = (words: string) => (dialect ? dialect.text(words) : words);
  const later = (body: string, state: State) => (isInside(state) ? body : `${mark}${bodies.push(body) - 1}${mark}`);
  const handlers: Record<string, unknown> = {
    markdown(node: Markdown, _: unknown, state: State) {
      const value = isInside(state) ? expandTabs(node.value) : node.value;
      const confine = () => guard(value, node.depth, dialect, remoteImages);
      return later(
        attempt(node, report, confine, () => asCode(value, dialect)),
        state,
      );
    },
    code: ({ lang, value }: Code, _: unknown, state: State) => later(fencedCode(lang ?? "", value), state),
    anchor: ({ id }: Anchor) => `<a id="${escapeHtml(id)}"></a>`,
    text: ({ value }: Text, _: unknown, state: State, info: Info) =>
      plain.test(value) ? value : safe(state.safe(value, info)),
    details(node: Details, _: unknown, state: State, info: Info) {
      const inside = state.containerFlow(node, info);
      // A viewer without HTML reads the summary as Markdown.
      const summary = escapeHtml(node.summary.replace(/\s+/g, " "));
      return `<details>\n<summary>${safe(summary)}</summary>\n\n${inside}\n\n</details>`;
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
