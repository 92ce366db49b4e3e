import type { ShownFormat } from "./make-gallery.ts";

/** How much of a text is shown: about a screen. The rest is one click away. */
const most = { lines: 60, columns: 400, characters: 6000 };

/** Headings of the page, and which formats are below them; the first match counts. */
const groups: ReadonlyArray<readonly [title: string, has: (format: ShownFormat["format"]) => boolean]> = [
  ["Drawings", (format) => format.isDrawing === true],
  ["Tables", (format) => format.isTable === true],
  ["For people", (format) => format.audience === "people"],
  ["For programs", () => true],
];
const order = ["For people", "For programs", "Tables", "Drawings"];

/** Endings whose language has another name for the highlighter. */
const languages: Readonly<Record<string, string>> = { ".dot": "text", ".jsonl": "json", ".mmd": "mermaid" };

/**
 * The page that shows one session in every format.
 *
 * @param all what was written.
 * @param folder where it is, relative to the page.
 */
export function galleryPage(all: readonly ShownFormat[], folder: string): string {
  const shown = order.map((title) => [title, all.filter((one) => titleOf(one) === title)] as const);
  return `---
description: One session of Claude Code in every format that ccdag writes, each with the command that makes it.
aside: false
pageClass: gallery
---

# Gallery

One session in every format, and the command that makes each.

<nav class="formats" aria-label="Formats">${all.map(({ format: { name } }) => `<a href="#${name}">${name}</a>`).join(" ")}</nav>

${shown
  .filter(([, some]) => some.length > 0)
  .map(
    ([title, some]) =>
      `## ${title}\n\n<div class="cards">\n\n${some.map((one) => card(one, folder)).join("\n\n")}\n\n</div>`,
  )
  .join("\n\n")}

A format of your own is [a plugin](/guides/renderer.md).
`;
}

/** The heading that a format is below. */
function titleOf({ format }: ShownFormat): string {
  return groups.find(([, has]) => has(format))![0];
}

function card(one: ShownFormat, folder: string): string {
  const { format, command } = one;
  return `<section class="card">

### ${format.name} {#${format.name}}

${format.description[0]!.toUpperCase()}${format.description.slice(1)}.

\`\`\`sh
${command}
\`\`\`

${preview(one, folder)}

</section>`;
}

function preview({ format, files }: ShownFormat, folder: string): string {
  const [largest] = files.toSorted((a, b) => b.bytes.length - a.bytes.length);
  const list = files.map(({ path, bytes }) => link(`${folder}/${path}`, bytes.length));
  const listing = list.length === 1 ? list[0]! : `<ul>${list.map((item) => `<li>${item}</li>`).join("")}</ul>`;
  if (format.ending === ".html")
    return `<iframe src="${folder}/${largest!.path}" title="The session as ${format.name}" loading="lazy"></iframe>\n\n${listing}`;
  if (format.isBinary === true) return listing;
  return `${fence(largest!.bytes.toString(), languages[format.ending] ?? format.ending.slice(1))}\n\n${listing}`;
}

/** A link to a file, with its size: raw, because it is no page of the site. */
function link(address: string, bytes: number): string {
  const name = address.slice(address.lastIndexOf("/") + 1);
  return `<a href="${address}" target="_blank">${name}</a> (${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB)`;
}

/** The beginning of a text, in a fence that nothing in it can close. */
function fence(text: string, language: string): string {
  const lines = text.split("\n").map((line) => (line.length > most.columns ? `${line.slice(0, most.columns)}…` : line));
  let length = 0;
  const kept = lines.slice(0, most.lines).filter((line) => (length += line.length + 1) <= most.characters);
  const isWhole = kept.length === lines.length;
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const mark = "`".repeat(longest + 1);
  return [`${mark}${language}`, ...kept, ...(isWhole ? [] : ["…"]), mark].join("\n");
}
