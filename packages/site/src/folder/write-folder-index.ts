import { emptyUsage, sessionColumns } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import { findFormat, toJson, visibleText } from "@ccdag/pipeline/tables";
import { cellOf, compareTexts } from "@ccdag/library";
import { formatIso, type Zone } from "@ccdag/mdast/time";
import { renderIndex } from "../pages/render-index.ts";
import { lastFolder } from "./base-name.ts";
import type { IndexRow } from "./index-rows.ts";

/** How an index is written. */
export interface IndexStyle {
  /** The name of the format, as typed after `--to`. */
  readonly format: string;
  /** The zone of the times. */
  readonly zone: Zone;
  /** Shortens the id of a session without a title. */
  readonly short: (id: string) => string;
}

/**
 * Make the index of a folder of documents: a table of all sessions, for HTML a page, for data formats JSON.
 *
 * @param trees the sessions of each tree, in reading order.
 * @param style how it is written.
 * @returns the text, with the newest tree first.
 */
export function writeIndex(trees: ReadonlyArray<readonly IndexRow[]>, style: IndexStyle): string {
  const sorted = [...trees].sort((a, b) => lastOf(b) - lastOf(a) || compareTexts(a[0]!.key, b[0]!.key));
  const rows = sorted.flat();
  switch (style.format) {
    case "markdown":
    case "github":
      return markdownTable(rows, style, (row, title) => `[${escaped(title)}](${addressOf(row)}#${row.anchor})`);
    case "plain":
    case "llm":
      // Documents in these formats have no anchors.
      return markdownTable(rows, style, (row, title) => `[${escaped(title)}](${addressOf(row)})`);
    case "obsidian":
      return markdownTable(rows, style, (row, title) => `[[${noteOf(row)}\\|${inLink(title)}]]`);
    case "html":
      return htmlPage(sorted, style);
    default:
      return findFormat(style.format)?.ending === ".jsonl"
        ? rows.map((row) => toJson(toData(row), 0)).join("")
        : toJson(rows.map(toData), 1);
  }
}

/** When a tree was last written to. */
function lastOf(rows: readonly IndexRow[]): number {
  let last = 0;
  for (const { to = 0 } of rows) last = Math.max(last, to);
  return last;
}

const counted = ["length", "messages", "cost"] as const;

function markdownTable(
  rows: readonly IndexRow[],
  { short, zone }: IndexStyle,
  link: (row: IndexRow, title: string) => string,
): string {
  const lines = rows.map((row) => {
    const { from, to, depth, title, sessionId, cwd = "", messages, cost = 0, unpriced = 0 } = row;
    const session = { from, to, messages, usage: { ...emptyUsage(), cost, unpriced }, isPriced: true };
    const cells = [
      cellOf(session, "from", { zone, now: 0 }),
      escaped(lastFolder(cwd)),
      `${"↳ ".repeat(depth)}${link(row, title || short(sessionId))}`,
      // A dollar sign may begin a formula.
      ...counted.map((name) => cellOf(session, name, { zone, now: 0 }).replaceAll("$", "\\$")),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const heads = counted.map((name) => sessionColumns[name].head.replace(/^./, (letter) => letter.toUpperCase()));
  const head = [`| Date | Project | Session | ${heads.join(" | ")} |`, "|:--|:--|:--|--:|--:|--:|"];
  return visibleText(`# Sessions\n\n${[...head, ...lines].join("\n")}\n`);
}

/** A text in a cell of a Markdown table. */
function escaped(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\[\]<>*_`#|~$^%=&]/g, "\\$&");
}

/** The words of a link of a vault. */
function inLink(title: string): string {
  return title.replace(/[[\]|^#%\\`<>$\s]+/g, " ").trim() || "…";
}

function noteOf({ file }: IndexRow): string {
  return file.replace(/^.*\//, "").replace(/\.md$/, "");
}

/** The address of a document, relative to the index. */
function addressOf({ file }: IndexRow): string {
  return file.split("/").map(encodeURIComponent).join("/");
}

function htmlPage(trees: ReadonlyArray<readonly IndexRow[]>, { short }: IndexStyle): string {
  const projects = [...groupBy(trees, ([first]) => first!.cwd ?? "")].map(([title, ofProject]) => ({
    title,
    sessions: ofProject.flat().map((row) => {
      const { from, to, depth, models, tokens, messages, branches, agents, cost, unpriced } = row;
      const facts = { from, to, depth, models, tokens, messages, branches, agents, cost, unpriced };
      return { ...facts, title: row.title || short(row.sessionId), href: `${addressOf(row)}#${row.anchor}` };
    }),
  }));
  return renderIndex(projects);
}

function toData(row: IndexRow): Record<string, unknown> {
  const { key: _, anchor, from, to, title, sessionId, ...rest } = row;
  return {
    ...rest,
    sessionId,
    title: title || sessionId,
    from: formatIso(from),
    to: formatIso(to),
    href: `${addressOf(row)}#${anchor}`,
  };
}
