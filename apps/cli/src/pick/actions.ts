import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { existing, isPlainId, placeOf, type SessionRow } from "@ccdag/library";
import { type CommandIo, type Io, type Terminal } from "../io.ts";
import { optionsOf } from "../options.ts";
import { longFlagOf, negatedFlagOf, visibleLine } from "@ccdag/pipeline/tables";
import { copyText } from "./clipboard.ts";
import { freeName } from "./free-name.ts";
import { quoteWord, resumeCommand } from "./shell-words.ts";
import { titleOfRow } from "./session-entries.ts";

/** Something to do with a session. */
export interface Action {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** What actions need besides the session. */
export interface ActionContext {
  readonly rows: readonly SessionRow[];
  /** The options of the command, which the commands that it runs get, too. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  readonly io: CommandIo;
}

/** What can be done with a session. */
export function actionsOf(row: SessionRow, context: ActionContext): Action[] {
  const { io, terminal } = context;
  const input = inputOf(row, context);
  const resume = resumeCommand(row, io.cwd);
  const copy = async (text: string) => {
    await io.stdout(`${visibleLine(text)}\n`);
    io.stderr(`${copyText(visibleLine(text), io.env, terminal)}\n`);
  };
  return [
    {
      name: "Open as a page in the browser",
      run: () => serve(input, context),
    },
    {
      name: "Write Markdown into this folder",
      run: () =>
        call(
          ["export", "-o", freeName(titleOfRow(row), ".md", (name) => existsSync(join(io.cwd, name)))],
          input,
          context,
        ),
    },
    { name: "Show the tree", run: () => call(["tree"], input, context) },
    { name: "Copy the id", run: () => copy(row.id) },
    ...(resume === undefined ? [] : [{ name: `Copy \`${visibleLine(resume)}\``, run: () => copy(resume) }]),
  ];
}

/** A session as the input of a command: by its id, unless that may mean something else. */
function inputOf(row: SessionRow, { rows, io }: ActionContext): string {
  const isUnique = rows.filter(({ id }) => id === row.id).length === 1;
  if (isPlainId(row.id) && isUnique) return row.id;
  const { folder, also = [], named = "" } = placeOf(row.path, io);
  const paths = [folder, ...also].map((one) => join(one, named));
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

/** Run a command as if it had been typed, and say which one. */
async function call(
  words: readonly string[],
  input: string,
  { options, io: own }: ActionContext,
  io: Io = own,
): Promise<void> {
  const shown = [...words, input].map((word) => quoteWord(word) ?? visibleLine(word));
  io.stderr(`$ ccdag ${shown.join(" ")}\n`);
  // The command line is loaded by whoever runs this; a static import would be a cycle.
  const { run } = await import("../run.ts");
  await run([...words, ...commonFlags(options, own.roots), "--", input], io);
}

/**
 * Options that every command has, as they are typed.
 *
 * @param options what was typed or set.
 * @param roots the folders of projects.
 */
export function commonFlags(options: Readonly<Record<string, unknown>>, roots: readonly string[]): string[] {
  return optionsOf().flatMap((row) => {
    // A variable holds several roots in one text.
    const value = row.name === "root" && options["root"] !== undefined ? existing(roots) : options[row.name];
    if (value === undefined) return [];
    if (value === true) return [longFlagOf(row)];
    if (value === false) return row.off === undefined ? [] : [negatedFlagOf(row)];
    return (Array.isArray(value) ? value : [value]).map((one) => `${longFlagOf(row)}=${String(one)}`);
  });
}

/** Serve a session until Ctrl+C is pressed; the menu is then shown again. */
async function serve(input: string, context: ActionContext): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once("SIGINT", interrupt);
  const stop = once(interrupted.signal, "abort").then(() => {});
  try {
    await call(["serve", "--open"], input, context, { ...context.io, stop });
  } finally {
    process.removeListener("SIGINT", interrupt);
  }
}
