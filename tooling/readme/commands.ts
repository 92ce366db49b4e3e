import type { Block } from "./blocks.mjs";

/** A shell command in a document. */
export interface Command {
  readonly at: string;
  readonly path: string;
  readonly line: string;
  /** The kind of program; undefined if it is unknown. */
  readonly kind: "ccdag" | "conformance" | "install" | "script" | "other" | undefined;
  /** Its arguments. */
  readonly words: readonly string[];
  /** The file on standard input. */
  readonly input: string | undefined;
  /** The output that the document shows. */
  readonly output: string;
}

/** The commands of a block; in a console those after `$`, with their output below them. */
export function commandsIn({ at, path, language, code }: Block): Command[] {
  if (language === "console")
    return code
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [line = "", ...printed] = part.split("\n");
        return toCommand(at, path, line, printed.join("\n").trim());
      });
  return code.split("\n").flatMap((line) => (/^\s*(?:#|$)/.test(line) ? [] : toCommand(at, path, line, "")));
}

function toCommand(at: string, path: string, line: string, output: string): Command {
  const bare = line.replace(/\s+#.*$/, "");
  const input = /< (\S+)/.exec(bare)?.[1];
  const words = [...bare.replace(/< \S+/, "").matchAll(/(?:'([^']*)'|"([^"]*)"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ""),
  );
  const common = { at, path, line: bare, input, output };
  const [first, second] = words;
  if (first === "ccdag") return { ...common, kind: "ccdag", words: words.slice(1) };
  if (first === "npx" && second === "ccdag") return { ...common, kind: "ccdag", words: words.slice(2) };
  // Tried by the tests of that package, because it takes minutes.
  if (first === "npx" && second === "@ccdag/conformance")
    return { ...common, kind: "conformance", words: words.slice(2) };
  // Tried by the tests of that package.
  if (first === "npm" && second === "create") return { ...common, kind: "other", words: words.slice(2) };
  // Programs of others, some of which need an account.
  if (["claude", "codex", "cp", "curl", "datasette", "gemini", "inspect", "ln", "pip", "python"].includes(first ?? ""))
    return { ...common, kind: "other", words };
  if (first === "npm" && second === "install") return { ...common, kind: "install", words: words.slice(2) };
  if (first === "npx" && words[2]?.startsWith("pnpm@")) return { ...common, kind: "script", words: words.slice(3) };
  return { ...common, kind: undefined, words };
}
