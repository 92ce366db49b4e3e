import { shorten } from "@ccdag/ccast";
import { formatNumber, oneLine } from "@ccdag/mdast";
import { visibleLine } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import type { Ranked, SearchHit } from "@ccdag/library";
import { formatMinute } from "@ccdag/mdast/time";
import type { CommandIo } from "./io.ts";

/** How many hits of a session are shown. */
const maxHits = 3;

/**
 * Format what was found: the sessions with their first hits, each with the address that opens it.
 *
 * @param ranked the sessions, at least one.
 * @param limit how many are shown.
 * @param io the environment of the run.
 */
export function formatFound(ranked: readonly Ranked[], limit: number, io: CommandIo): string {
  const short = shorten(ranked.flatMap(({ id, hits }) => [id, ...hits.map(({ uuid }) => uuid)]));
  const width = io.isStdoutTerminal ? Math.max(60, io.columns ?? 100) : 140;
  const shown = ranked.slice(0, limit);
  const blocks = shown.map(({ id, title, project, hits, to }) => {
    const date = to === 0 ? "" : formatMinute(to, io.zone);
    const head = [short(id), date, project, title].filter(Boolean).join("  ");
    const lines = hits.slice(0, maxHits).map((hit) => formatHit(hit, `${short(id)}#${short(hit.uuid)}`, width, io));
    const more = hits.length > maxHits ? [`  and ${formatNumber(hits.length - maxHits)} more`] : [];
    return [oneLine(head, width), ...lines, ...more].map((line) => `${visibleLine(line)}\n`).join("");
  });
  const hits = ranked.reduce((sum, one) => sum + one.hits.length, 0);
  const rest = ranked.length > shown.length ? `; the first ${shown.length} are shown, --limit shows more` : "";
  const [first] = shown as [Ranked, ...Ranked[]];
  const address = `${short(first.id)}#${short(first.hits[0]!.uuid)}`;
  const open = `ccdag show ${address}, or ccdag serve --open ${address}`;
  return `${blocks.join("\n")}\n${count(hits, "hit")} in ${count(ranked.length, "session")}${rest}. Read one: ${open}\n`;
}

function formatHit(hit: SearchHit, address: string, width: number, io: CommandIo): string {
  const time = hit.time === undefined ? "" : formatMinute(hit.time, io.zone);
  const head = `  ${address}  ${time}  ${hit.speaker}${hit.where === "thinking" ? " (thinking)" : ""}: `;
  return `${head}${contextOf(hit, Math.max(40, width - head.length))}`;
}

/** The text around a match, on one line. */
function contextOf({ text, index, length }: SearchHit, chars: number): string {
  const around = Math.max(10, Math.floor((chars - Math.min(length, chars)) / 2));
  const from = Math.max(0, index - around);
  const before = text.slice(from, index).replace(/^\S*\s/, (cut) => (from === 0 ? cut : ""));
  const words = `${from > 0 ? "…" : ""}${before}${text.slice(index, index + chars)}`;
  return oneLine(words.replace(/[\uD800-\uDBFF]$|^[\uDC00-\uDFFF]/, ""), chars);
}
