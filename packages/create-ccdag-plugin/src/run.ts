import { relative, resolve } from "node:path";
import { Argument, Command, CommanderError } from "commander";
import { CreateError, createPlugin } from "./create-plugin.ts";
import { kinds, type PluginKind } from "./kinds.ts";

/** What a run depends on. */
export interface RunIo {
  /** The folder in which the folder of the plugin is made. */
  readonly cwd: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

/**
 * Run the command.
 *
 * @param argv its arguments.
 * @param io the current folder, and where to print.
 * @returns the exit code: 2 for arguments that cannot be used.
 */
export function run(argv: readonly string[], io: RunIo): number {
  const list = Object.entries(kinds).map(([kind, { what }]) => `${kind} (${what})`);
  const program = new Command("create-ccdag-plugin")
    .description("write a plugin for ccdag, with a test, that works as it is")
    .addArgument(new Argument("<kind>", list.join(", ")).choices(Object.keys(kinds)))
    .argument("<name>", "such as asciidoc; the package is named after it")
    .argument("[folder]", "folder to make (default: the name of the package)")
    .addHelpText("after", "\nExample:\n  $ npm create ccdag-plugin renderer asciidoc")
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr, outputError: () => {} })
    .exitOverride()
    .action((kind: PluginKind, name: string, folder?: string) => {
      const { packageOf, use } = kinds[kind];
      const target = resolve(io.cwd, folder ?? packageOf(name));
      for (const path of createPlugin({ kind, name, folder: target })) io.stdout(`${path}\n`);
      const where = relative(io.cwd, target) || ".";
      io.stdout(`\ncd ${where}\nnpm install\nnpm test\nnpx ${use("./dist/index.js")}\n`);
    });
  try {
    program.parse(argv, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (!(error instanceof CommanderError) && !(error instanceof CreateError)) throw error;
    io.stderr(`create-ccdag-plugin: ${error.message.replace(/^error: /, "")}\n`);
    return 2;
  }
}
