// The figures of `pnpm bench archive` as lines of a terminal, and as the tables of the docs site.
import { readFileSync, writeFileSync } from "node:fs";

const figuresFile = new URL("archive.json", import.meta.url);
const page = new URL("../../apps/docs-site/pages/evidence/benchmarks.md", import.meta.url);
const begin = "<!-- archive: written by `pnpm bench archive --write` -->";
const end = "<!-- /archive -->";

const round = (key, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
/** A text without what a formatter changes. */
const plain = (text) => text.replaceAll(/\s+|-{2,}/g, "");
const line = (cells) => `| ${cells.join(" | ")} |`;
const isSession = ({ sessions }) => sessions === 1;
const isPeer = ({ what }) => what.startsWith("claude-code-");

/** The figures of the last run with `--write`. */
export function readFigures() {
  return JSON.parse(readFileSync(figuresFile, "utf8"));
}

/** Keep figures, and write them into the page. */
export function writeFigures(figures) {
  writeFileSync(figuresFile, `${JSON.stringify(figures, round, 2)}\n`);
  writeFileSync(page, pageWith(readFigures()));
}

/** Whether the page shows the figures. How a formatter sets a table does not count. */
export function isWritten() {
  return plain(readFileSync(page, "utf8")) === plain(pageWith(readFigures()));
}

function pageWith(figures) {
  const [before, rest] = readFileSync(page, "utf8").split(begin);
  return [before + begin, ...sections(figures), end + rest.split(end)[1]].join("\n\n");
}

function sections({ rows, shares }) {
  const own = rows.filter((row) => row.megabytes > 50 && !isSession(row) && !isPeer(row));
  // Of other tools the largest archive that each was measured with, and the faster options.
  const largest = (row) => !rows.some(({ what, megabytes }) => what === row.what && megabytes > row.megabytes);
  const beside = rows.filter((row) => isPeer(row) && largest(row) && !row.what.endsWith("its defaults"));
  const small = rows.filter((row) => row.megabytes === 15 && row.what === "site");
  return [
    byArchive(own),
    "One session, which is in memory as a whole:",
    byArchive(rows.filter(isSession)),
    "Beside other tools:",
    byArchive([...small, ...beside]),
    sharesOf(shares),
  ];
}

/** A row for each figure, a column for each archive: the time until it ended, and memory. */
function byArchive(rows) {
  const sizes = [...new Set(rows.map(({ megabytes }) => megabytes))].sort((a, b) => a - b);
  const names = [...new Set(rows.map(({ what }) => what))];
  const cell = (what, megabytes) => {
    const row = rows.find((one) => one.what === what && one.megabytes === megabytes);
    if (row === undefined) return "";
    const { wall, memory } = row;
    // What was not measured is 0.
    return [seconds(wall), memory && `${memory.toFixed(0)} MB`].filter(Boolean).join(", ");
  };
  const body = names.map((what) => [what.replace(/^one session: /, ""), ...sizes.map((size) => cell(what, size))]);
  return table(["what", ...sizes.map((size) => `${size} MB`)], body);
}

/** What outputs hold of the texts, in a sentence. */
function sharesOf(shares) {
  const less = shares.flatMap(({ what, megabytes, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, share]) =>
      share < 1 ? `${what} of ${megabytes} MB (${percent(share)} of ${kind})` : [],
    ),
  );
  return `Of 400 texts of each kind, every output holds all, except ${less.join(", ")}: the receipt of an edit is not shown beside its diff.`;
}

function table(head, body) {
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

/** What one more megabyte costs as a multiple of the floor: processor time and time. */
function slopes(rows) {
  const sizes = rows.filter(({ sessions }) => sessions === undefined).map(({ megabytes }) => megabytes);
  const [low, high] = [
    Math.min(...sizes.filter((size) => size > 15)),
    Math.max(...sizes.filter((size) => size <= 250)),
  ];
  const slopeOf = (what, field) => {
    const at = (size) => rows.find((row) => row.megabytes === size && row.what === what && row.sessions === undefined);
    const [a, b] = [at(low), at(high)];
    return a && b && low !== high ? (b[field] - a[field]) / (b.bytes - a.bytes) : undefined;
  };
  const names = [...new Set(rows.map(({ what }) => what))].filter(
    (what) => !/unchanged|appended|more|start/.test(what),
  );
  return names.flatMap((what) => {
    const [user, wall] = [slopeOf(what, "user"), slopeOf(what, "wall")];
    if (user === undefined) return [];
    return { what, user: user / slopeOf(names[0], "user"), wall: wall / slopeOf(names[0], "wall") };
  });
}

/** The slopes as lines of a terminal. */
export function slopesOf(rows) {
  return slopes(rows).map(
    ({ what, user, wall }) => `${what.padEnd(42)}  ${times(user)} the floor, in time ${times(wall)}`,
  );
}

/** A figure as a line of a terminal. */
export function formatRow({ megabytes, sessions, what, user, wall, memory, written }) {
  const cells = [
    `${megabytes} MB${sessions === 1 ? "/1" : ""}`.padStart(9),
    what.padEnd(42),
    seconds(user).padStart(9),
    seconds(wall).padStart(9),
    `${memory.toFixed(0)} MB`.padStart(8),
    `${(written / 1e6).toFixed(0)} MB out`,
  ];
  return cells.join("  ");
}

function seconds(value) {
  return `${value.toFixed(2)} s`;
}

function times(factor) {
  return factor === 0 ? "" : `${factor.toFixed(1)}×`;
}

function percent(share) {
  return `${Math.round(100 * share)} %`;
}
