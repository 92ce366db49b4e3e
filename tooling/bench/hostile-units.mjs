// Texts that take a parser, a compiler or a pattern more than linear time, or nest too deep for a recursive function. Each
// unit is repeated until the text has the wanted length; a function makes it for a length.

const units = {
  // Headings and rules.
  "setext =": "a\n=\n",
  "setext -": "a\n-\n",
  "setext, quoted": "> a\n> =\n",
  "setext, in a list": "- a\n  =\n",
  "underlines alone": "===\n",
  headings: "# a\n",
  "marks of headings": "#",
  "empty headings": "#\n",
  rules: "***\n",
  // Emphasis.
  "star and underscore": "*a_ ",
  "strong, open": "**a",
  "strikethrough, open": "~~a",
  "strong, uneven": "**a*",
  stars: "*",
  "stars of three kinds": "*a**b***c",
  "emphasis, closed": "*a* ",
  "emphasis, ends alone": "a* b** ",
  "star before a point": "*.",
  "underscores in words": "a_b ",
  "emphasis in emphasis": (size) => "*a **b ".repeat(size / 14) + "c** d* ".repeat(size / 14),
  "stars around a word": (size) => `${"*".repeat(size / 2)}a${"*".repeat(size / 2)}`,
  "many paragraphs of it": `${"*a_ ".repeat(100)}\n\n`,
  "words around it": (size) => `${"*a_ ".repeat(150)}\n\n${"word ".repeat(size / 5)}`,
  // Links, images, footnotes.
  "links, open": "[a](",
  "links, closed": "[a](b) ",
  references: "[a][b]",
  footnotes: "[^a]",
  "definitions of footnotes": "[^a]: b\n",
  definitions: "[a]: b\n",
  "brackets, open": "[",
  "brackets, closed": "]",
  "brackets with a star": "[*a",
  "brackets in brackets": (size) => `${"[".repeat(size / 2)}a${"]".repeat(size / 2)}`,
  "images in images": (size) => `${"![".repeat(size / 8)}a${"](b)".repeat(size / 8)}`,
  "images in images, short": `${"![".repeat(45)}a${"](b)".repeat(45)}\n\n`,
  "links with an open title": '[a](b "c',
  "links that run code": "](javascript:",
  "links on two lines": (size) => `${"](".repeat(size / 4)}\n${"a".repeat(size / 2)}`,
  // Code.
  backticks: "`",
  "code, open": "`a ",
  "code, closed": "`a` ",
  "code before tags": (size) => "`a`".repeat(size / 6) + "<b>".repeat(size / 6),
  "code and mentions": "`a` @b ",
  "backticks, longer and longer": (size) =>
    Array.from({ length: Math.sqrt(2 * size) }, (_, at) => `${"`".repeat(at + 1)}a`).join(""),
  fences: "```\n",
  "fences with a language": "``` a\n",
  "fences, quoted": "> ```\n",
  "fences in a deep item": (size) => `- a\n${"      ```\n      x\n      ```\n".repeat(size / 28)}`,
  "a fence that a list ends": (size) => `- a\n  \`\`\`\n${"*a_ ".repeat(size / 4)}`,
  "fences in all": (size) => `> - a\n1) b\n\t<b>\n| a |\n|-|\n${"``` a ".repeat(size / 6)}`,
  // Quotes and lists.
  "quotes in quotes": "> ",
  "quotes, each on its line": "> a\n",
  "quotes, each apart": "> a\n\n",
  "quotes in lists": "- > a\n",
  "a deep quote, continued": (size) => `${"> ".repeat(90)}a\n${"b\n".repeat(size / 2)}`,
  "a quote, continued": (size) => `> a\n${"b\n".repeat(size / 2)}`,
  "deep quotes": `${"> ".repeat(100)}a\n`,
  "lists in lists": "- ",
  "numbers in numbers": "1. ",
  "lists in quotes in lists": "- > ",
  "items of a list": "- a\n",
  "items of two lists": "- a\n* b\n",
  "items, apart": "- a\n\n",
  "items, continued": "- a\nb\n",
  "items with numbers": "1. a\n",
  "items with emphasis": "- *a\n",
  "items that are text": (size) => `a\n${"    - *a_\n".repeat(size / 10)}`,
  "a deep list above blank lines": (size) => `${"- ".repeat(size / 8)}a\n${"\n".repeat(size / 2)}`,
  "lists as stairs": (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `${"  ".repeat(at)}- a\n`).join(""),
  tasks: "- [x] [a](b)\n",
  // Tables.
  tables: "| a | b |\n|---|---|\n| c | d |\n\n",
  "tables without an end": "a|b\n-|-\n",
  "rows of a table": (size) => `|a|b|c|d|\n|-|-|-|-|\n${"|a|b|c|d|\n".repeat(size / 10)}`,
  "a wide table of short rows": (size) =>
    `${"|a".repeat(size / 8)}|\n${"|-".repeat(size / 8)}|\n${"a\n".repeat(size / 4)}`,
  "emphasis in a table": (size) => `a|b\n-|-\n${"|*a_ b* \n".repeat(size / 9)}`,
  // Tags, entities, addresses.
  tags: "<a",
  "tags after long words": `${"x".repeat(1000)}${" <a".repeat(300)} `,
  comments: "<!-- ",
  instructions: "<?",
  entities: "&amp;",
  "numbers of characters": "&#1;",
  addresses: "http://a.b ",
  "addresses and words": "http://a.b c d ",
  "addresses, open": "http://a.b((((",
  "addresses with a mention": "http://a.b/@c ",
  "slashes before a backtick": (size) => `${"//".repeat(size / 2)}\`@a`,
  mails: "a@b.c ",
  "words with points": "a.",
  "a word with dashes": (size) => `a${"-".repeat(size)}b`,
  mentions: "@a",
  issues: "#1",
  wikilinks: "[[a",
  formulas: "$a",
  "ends of blocks": " ^a",
  // Lines and characters.
  lines: "a\n",
  "lines of two words": "a b\n",
  paragraphs: "a\n\n",
  "hard breaks": "a\\\n",
  "line ends of Windows": "a\r\n",
  "blank lines": " \n",
  tabs: "\t",
  backslashes: "\\",
  zeros: "\0",
  letters: "a",
};

/** Where a hostile text may stand beside a prompt, and the record that holds it. */
const places = {
  title: (text) => [{ type: "custom-title", customTitle: text }],
  folder: (text) => [{ cwd: text }, { type: "pr-link", prNumber: 1, prUrl: "https://example.org/a/b/pull/1" }],
  image: (text) => [userRecord([imageOf(text)])],
  command: (text) => [callRecord("Bash", { command: text, description: text })],
  "path of a file": (text) => [callRecord("Read", { file_path: text })],
  "name of a tool": (text) => [callRecord(text, {})],
  "output of a tool": (text) => [callRecord("Bash", {}), userRecord([resultOf(text)])],
  model: (text) => [{ ...callRecord("Bash", {}), message: { ...callRecord("Bash", {}).message, model: text } }],
};

const placed = {
  "title: stars": ["title", "*a_ "],
  "title: brackets": ["title", "[a]("],
  "title: tags": ["title", "<a@b "],
  "folder: slashes": ["folder", "/"],
  "folder: words": ["folder", "a/"],
  "image: tabs": ["image", (size) => `+${"\t".repeat(size)}\0`],
  "image: letters": ["image", "A"],
  "command: stars": ["command", "*a_ "],
  "command: lines": ["command", "a\n=\n"],
  "path: slashes": ["path of a file", "/"],
  "path: marks": ["path of a file", "[*`"],
  "tool: marks": ["name of a tool", "*a_ "],
  "output: colours": ["output of a tool", "\u001B[1m"],
  "output: open codes": ["output of a tool", "\u001B]"],
  "output: backticks": ["output of a tool", "```` a\n"],
  "model: marks": ["model", "*a_ "],
};

function userRecord(content) {
  return { type: "user", uuid: "u2", parentUuid: "a1", message: { role: "user", content } };
}

function callRecord(name, input) {
  const content = [{ type: "tool_use", id: "t1", name, input }];
  return { type: "assistant", uuid: "a1", parentUuid: "u1", message: { id: "m1", role: "assistant", content } };
}

function resultOf(content) {
  return { type: "tool_result", tool_use_id: "t1", content };
}

function imageOf(data) {
  return { type: "image", source: { type: "base64", media_type: "image/png", data } };
}

function textOf(unit, size) {
  return typeof unit === "function" ? unit(size) : unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
}

const prompt = (content) => [{ type: "user", uuid: "u1", parentUuid: null, message: { role: "user", content } }];

/** The units by name: each returns the records of a session with a text of a length. */
export const hostileUnits = new Map([
  ...Object.entries(units).map(([name, unit]) => [name, (size) => prompt(textOf(unit, size))]),
  ...Object.entries(placed).map(([name, [place, unit]]) => [
    name,
    (size) => {
      const [first, ...others] = places[place](textOf(unit, size));
      // What is no record by itself is a field of the prompt.
      return first.type === undefined
        ? [{ ...prompt("a")[0], ...first }, ...others]
        : [...prompt("a"), first, ...others];
    },
  ]),
]);
