import type { Detector, RedactionFinding } from "../types.ts";
import { type ShellCommand, commands, gap, readers } from "./known-commands.ts";
import { isPlaceholder, isRandom } from "./random.ts";
import { isBase64, isPassword } from "./value.ts";

/** An argument without quotes goes up to white space. */
const bare = "[^\\s\"'`;|&<>()]";
const argument = `(?:"([^"\\n]{3,1000})"|'([^'\\n]{3,1000})'|(${bare}{3,1000}))`;
const word = `(?:"[^"\\n]{1,200}"|'[^'\\n]{1,200}'|(?!-)${bare}{1,200})`;

/** A user name before a quoted password. */
const user = "([^\\s\"'`:%]{0,64}[:%](?=[\"']))?";

/** The name of a pair, which may be quoted as a whole. */
const pairName = "[A-Za-z_][\\w.-]{0,63}=";
const quotedPair = `(?:"${pairName}([^"\\n]{3,1000})"|'${pairName}([^'\\n]{3,1000})'|(?!)())`;

/** The expressions of a command, with groups for the name of a user, and for the secret in the three sorts of quotes. */
function expressionsOf({ flags, words, takes }: ShellCommand): readonly RegExp[] {
  const start = words === undefined ? `[ \\t\\\\]${flags}` : `^${gap}${flags}(?:${word}${gap}){${words}}`;
  const ends =
    takes === "pair"
      ? [`()${pairName}${argument}`, `()${quotedPair}`]
      : [`${takes === "user" ? user : "()"}${argument}`];
  return ends.map((end) => new RegExp(start + end, "g"));
}

const compiled = commands.map((command) => ({
  command,
  name: new RegExp(`^(?:${command.names})(?![\\w-])`),
  expressions: expressionsOf(command),
}));
const anyCommand = new RegExp(`(?<!\\w)(?:${commands.map(({ names }) => names).join("|")})(?![\\w-])`, "g");
/** How much of a command line is read after the name of the command. */
const commandChars = 1200;

/** An argument of `echo`, or after `<<<`. */
const input = `(?:"([^"\\n]{4,1000})"|'([^'\\n]{4,1000})'|(${bare}{4,1000}))`;
/** A secret that is piped into a command or is its here-string, or a statement of SQL that sets a password. */
const others: ReadonlyArray<readonly [hint: string, expression: RegExp]> = [
  [
    "|",
    new RegExp(
      `\\b(?:echo|printf)[ \\t]{1,4}(?:-n[ \\t]{1,4}|["']?%s(?:\\\\n)?["']?[ \\t]{1,4})?${input}[ \\t]{0,4}\\|[ \\t]{0,4}(?=[^\\n|;]{0,120}${readers})`,
      "g",
    ),
  ],
  ["<<<", new RegExp(`${readers}[^\\n|;<]{0,120}<<<[ \\t]{0,4}${input}`, "g")],
  [
    "'",
    /\b(?:identified[ \t]{1,4}(?:with[ \t]{1,4}["`\w]{1,40}[ \t]{1,4})?by|(?:user|role)[ \t]{1,4}["`\w]{1,64}[ \t]{1,4}(?:with[ \t]{1,4})?(?:encrypted[ \t]{1,4})?password|(?:create|alter)[ \t]{1,4}(?:user|role|login)[ \t]{1,4}[^\n;]{1,120}?[ \t]password(?:[ \t]{0,4}=)?|with[ \t]{1,4}(?:encrypted[ \t]{1,4})?password|set[ \t]{1,4}password[ \t]{0,4}=)[ \t]{1,4}N?'()([^'\n]{4,1000})(?=')/gi,
  ],
];

/** Secrets in command lines whose flags are letters, in pipes, and in statements of SQL. */
export const commandLine: Detector = {
  name: "command-line",
  find(texts) {
    const findings: RedactionFinding[] = [];
    /** The commands by their names as they occur. */
    const byName = new Map<string, typeof compiled>();
    const commandsNamed = (name: string): typeof compiled => {
      const known = byName.get(name) ?? compiled.filter((one) => one.name.test(name));
      byName.set(name, known);
      return known;
    };
    for (const [text, value] of texts.entries())
      for (const { from, to } of findArguments(value, commandsNamed))
        findings.push({ text, from, to, kind: "password" });
    return findings;
  },
};

interface Range {
  readonly from: number;
  readonly to: number;
}

function* findArguments(text: string, commandsNamed: (name: string) => typeof compiled): Generator<Range> {
  for (const { 0: name, index } of text.matchAll(anyCommand)) {
    const start = index + name.length;
    const rest = commandAt(text, start, name);
    for (const { command, expressions } of commandsNamed(name)) {
      if (command.needs?.test(rest) === false) continue;
      for (const expression of expressions)
        for (const match of rest.matchAll(expression)) {
          const range = secretIn(match, start, command.takes);
          if (range) yield range;
        }
    }
  }
  for (const [hint, expression] of others)
    for (const match of text.includes(hint) ? text.matchAll(expression) : []) {
      const secret = match[1] || match[2] || match[3] || "";
      const from = match.index + match[0].lastIndexOf(secret);
      if (secret !== "" && !isPlaceholder(secret) && isWord(secret)) yield { from, to: from + secret.length };
    }
}

/** The end of a command: that of its last line, or a pipe. In quotes these signs end nothing. */
const endOrQuoted = /"[^"\n]{0,1000}"|'[^'\n]{0,1000}'|((?<!\\)\n|[^\\]\r?\n(?![ \t])|[;|`]|&&)/g;

/** The rest of a command, up to its end, or to the same command again. */
function commandAt(text: string, start: number, name: string): string {
  const piece = text.slice(start, start + commandChars);
  let again = piece.indexOf(`${name} `);
  // The name of a file, such as `.htpasswd`, is no command.
  while (again > 0 && /[\w.]/.test(piece[again - 1]!)) again = piece.indexOf(`${name} `, again + 1);
  const own = again === -1 ? piece : piece.slice(0, again);
  for (const { 1: end, index } of own.matchAll(endOrQuoted)) if (end !== undefined) return own.slice(0, index);
  return own;
}

function secretIn(match: RegExpExecArray, start: number, takes: ShellCommand["takes"]): Range | undefined {
  const value = match[2] ?? match[3] ?? match[4]!;
  const quotes = match[4] === undefined ? 1 : 0;
  const to = start + match.index + match[0].length - quotes;
  const hasUser = takes === "user";
  const secret = hasUser && !match[1] ? (/^[^:%\s]{0,128}[:%](.{3,})$/.exec(value)?.[1] ?? "") : value;
  if (secret === "" || isPlaceholder(secret) || !isWord(secret) || (hasUser && /^\d{1,5}(?:\/|$)/.test(secret)))
    return undefined;
  if (takes === "token" && !isRandom(secret)) return undefined;
  if ((takes === "pair" || takes === "password") && !isPassword(secret)) return undefined;
  if (takes === "pair" && openName.test(match[0].slice(0, -value.length - quotes))) return undefined;
  return { from: to - secret.length, to };
}

/** Names of what is stored beside a secret. */
const openName =
  /(?:^|[\s"'=_.-])(?:user(?:name)?|login|host(?:name)?|port|name|db|database|e?mail|region|bucket|env|url|uri|endpoint|type|version|id)=["']?$/i;

/** Whether an argument is no path, variable, other flag or number of a port. Base64 may begin like a path. */
function isWord(value: string): boolean {
  if (value.startsWith("/") && isBase64(value)) return true;
  return !/^(?:[-$%{<]|\.{0,2}\/|~\/|\/\/)/.test(value) && !/^\d{1,5}$/.test(value);
}
