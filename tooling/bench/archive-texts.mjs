// Random numbers, and texts of the kinds that transcripts hold: prose in several languages, Markdown, code, calls.

/** A generator of pseudo-random numbers (mulberry32): the same seed gives the same archive. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  const hex = (length) => Array.from({ length }, () => below(16).toString(16)).join("");
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    pick: (list) => list[below(list.length)],
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    id: (prefix) => `${prefix}${hex(22)}`,
  };
}

const vocabularies = [
  "the parser reads each line of a file and keeps what it does not know so that nothing is lost when the client changes its format again because a list of records is a graph and not a sequence".split(
    " ",
  ),
  "die Tabelle zählt zuerst was gelesen wurde und prüft danach ob jede Zeile einen Platz hat während die Vorschau im Hintergrund größer wird".split(
    " ",
  ),
  "la caché guarda cada página según su tamaño y después compara la versión añadida con la última que todavía existía".split(
    " ",
  ),
  "この 関数 は 入力 を 行 ごと に 読み 結果 を 返す 前 に 必ず 順序 を 確かめる".split(" "),
];
const names = ["index", "parse", "render", "cache", "store", "queue", "graph", "order", "merge", "watch", "session"];

/** Makes texts. */
export function textsOf(random) {
  const words = (count, list = vocabularies[0]) => Array.from({ length: count }, () => random.pick(list)).join(" ");
  const sentence = (list) => `${words(random.between(6, 18), list)}.`;
  const prose = (count, list) => Array.from({ length: count }, () => sentence(list)).join(" ");
  const code = (count) =>
    Array.from(
      { length: count },
      () =>
        `${"  ".repeat(random.below(4))}${random.pick(["const", "if", "return", "for", "export function"])} ${random.pick(names)}${random.below(99)} = ${random.pick(names)}(${random.below(999)}, "${words(2)}"); // ${words(3)}`,
    ).join("\n");
  const file = () => `/home/lin/garden/src/${random.pick(names)}-${random.below(40)}.ts`;
  const markdown = () =>
    `## ${words(3)}\n\n${prose(2)}\n\n- **${words(2)}**: ${words(8)}\n- \`${random.pick(names)}\`: ${words(6)}\n\n\`\`\`ts\n${code(6)}\n\`\`\`\n`;
  const language = () => random.pick(vocabularies);
  return { words, prose, code, file, markdown, language };
}

/** The calls of an answer: name, input, the text of the result, and the record beside it. */
export function callFrom(random, { words, code, file }) {
  const path = file();
  return random.pick([
    () => {
      const text = code(random.between(20, 120));
      const numbered = text
        .split("\n")
        .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
        .join("\n");
      return [
        "Read",
        { file_path: path },
        numbered,
        { type: "text", file: { filePath: path, content: text, numLines: 1 } },
      ];
    },
    () => {
      const output = Array.from({ length: random.between(1, 60) }, () => words(9)).join("\n");
      return [
        "Bash",
        { command: `pnpm test ${words(2)}`, description: words(4) },
        output,
        { stdout: output, stderr: "" },
      ];
    },
    () => {
      const [before, after] = [code(5), code(7)];
      const lines = [...before.split("\n").map((line) => `-${line}`), ...after.split("\n").map((line) => `+${line}`)];
      const patch = [{ oldStart: 1, oldLines: 5, newStart: 1, newLines: 7, lines }];
      const record = {
        filePath: path,
        oldString: before,
        newString: after,
        originalFile: code(60),
        structuredPatch: patch,
      };
      return [
        "Edit",
        { file_path: path, old_string: before, new_string: after },
        `The file ${path} was updated.`,
        record,
      ];
    },
    () => [
      "Grep",
      { pattern: words(1), path: "src" },
      Array.from({ length: 20 }, () => `${file()}:${random.below(900)}:${words(6)}`).join("\n"),
      { mode: "content" },
    ],
  ])();
}
