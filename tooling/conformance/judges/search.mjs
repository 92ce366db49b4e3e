// Compares `ccdag search` with two searches that read everything: one of the texts of the finished tree, whose hits must be the
// same, and one of the decoded records, line by line, which knows no rule: a line that holds a word is a hit or a copy of one,
// and no hit is on a line that does not hold it.
//   CCDAG_CORPUS  a folder of projects; without it the bundled sample is searched
import { basename } from "node:path";
import { hitsIn, readQuery, searchFolder } from "@ccdag/library";
import { repositories, sample } from "../readings.mjs";

const io = { followLinks: false, roots: [], env: {}, cwd: "/" };
const everything = { find: () => ({ index: 0, length: 0 }), needles: [] };
/** Words and phrases of each folder. */
const perFolder = 40;
const count = { queries: 0, hits: 0, lost: 0, invented: 0, unexplained: 0 };

export const paths = () => [sample, ...repositories()];

export function end() {
  console.log(
    `search: ${count.queries} queries, ${count.hits} hits; ${count.lost} lost, ${count.invented} that are none, ` +
      `${count.unexplained} lines that hold a word and are neither a hit nor a copy`,
  );
  return { passed: count.hits - count.invented, failed: count.lost + count.invented + count.unexplained };
}

export async function compare(reading) {
  const folder = reading.path;
  const file = await reading.file();
  const lines = file.data.companions.filter(({ path }) => path.endsWith(".jsonl")).flatMap(decode);
  const tree = await reading.tree();
  const { dag } = file.data.transcript;
  const others = new Set(lines.filter(({ isOther }) => isOther).map(placeOf));
  const copies = new Set(dag.copies.map(({ entry }) => placeOf(entry.location)));
  for (const text of choose(hitsIn(tree, dag, everything))) {
    const query = readQuery([text]);
    const wanted = hitsIn(tree, dag, query);
    const { found } = await searchFolder({ input: folder, folder }, query, io);
    const hits = found.flatMap((one) => one.hits);
    const [have, want] = [new Set(hits.map(keyOf)), new Set(wanted.map(keyOf))];
    count.queries++;
    count.hits += hits.length;
    report(
      "lost",
      folder,
      text,
      [...want].filter((key) => !have.has(key)),
    );
    report(
      "invented",
      folder,
      text,
      [...have].filter((key) => !want.has(key)),
    );
    const places = new Set(hits.map(placeOf));
    const matching = new Set(lines.filter(({ texts }) => texts.some((one) => query.find(one))).map(placeOf));
    const isOutput = new Set(hits.filter(({ text: whole }) => whole.length > 20_000).map(placeOf));
    report(
      "invented",
      folder,
      text,
      [...places].filter((place) => !matching.has(place) && !isOutput.has(place)),
    );
    report(
      "unexplained",
      folder,
      text,
      [...matching].filter((place) => !places.has(place) && !copies.has(place) && !others.has(place)),
    );
  }
}

function report(what, folder, text, found) {
  count[what] += found.length;
  for (const one of found.slice(0, 3)) console.log(`${what}: ${JSON.stringify(text)} in ${basename(folder)}: ${one}`);
}

function keyOf({ session, path, line, where, index }) {
  return [session, path, line, where, index].join("|");
}

function placeOf({ path, line }) {
  return `${path}:${line}`;
}

/** The texts of the messages of a file, line by line, as JSON gives them. */
function decode({ path, value }) {
  return Buffer.from(value ?? "")
    .toString()
    .split("\n")
    .flatMap((line, index) => {
      try {
        const record = JSON.parse(line);
        const content = record.message?.content;
        const blocks = typeof content === "string" ? [content] : content;
        // Prompts in a queue and the records of other programs have their words elsewhere.
        if (!Array.isArray(blocks))
          return [{ path, line: index + 1, isOther: true, texts: [strings(record).join("\n")] }];
        return [{ path, line: index + 1, texts: blocks.flatMap(textsOf) }];
      } catch {
        return [];
      }
    });
}

function textsOf(block) {
  if (typeof block === "string") return [block];
  switch (block?.type) {
    case "text":
      return [block.text ?? ""];
    case "thinking":
      return [block.thinking ?? ""];
    case "tool_use":
      return [`${block.name}\n${strings(block.input).join("\n")}`];
    case "tool_result":
      return [
        strings(typeof block.content === "string" ? block.content : (block.content ?? []).map((one) => one?.text)).join(
          "\n",
        ),
      ];
    default:
      return [];
  }
}

function strings(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Words and pieces of texts, the same in each run. */
function choose(hits) {
  let seed = 42;
  const next = (below) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
  const chosen = new Set();
  for (let tries = 0; chosen.size < perFolder && hits.length > 0 && tries < 4 * perFolder; tries++) {
    const { text } = hits[next(hits.length)];
    const at = next(Math.max(1, text.length - 24));
    const piece = text.slice(at, at + 4 + next(20)).trim();
    const word = /[\p{L}\p{N}"'\\<>_.-]{3,}/u.exec(piece)?.[0];
    const one = tries % 3 === 0 ? piece : word;
    if (one && !/^\/.+\/$/s.test(one)) chosen.add(one);
  }
  return chosen;
}
