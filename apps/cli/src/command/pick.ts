import { homedir } from "node:os";
import { relative } from "node:path";
import { RequestError, visibleLine } from "@ccdag/pipeline/tables";
import {
  allRows,
  assertProjects,
  listed,
  type ListedRow,
  type PriceOptions,
  projectAbove,
  readPrices,
} from "@ccdag/library";
import { costOption, fromExport } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { type CommandIo, exit, type Terminal } from "../io.ts";
import { exitCode, type Verbosity } from "../print-messages.ts";
import { actionsOf } from "../pick/actions.ts";
import type { PickList } from "../pick/pick-list.ts";
import type { ListState } from "../pick/list-prompt.ts";
import { type PickedProject, columnsOfProjects, projectEntries } from "../pick/project-entries.ts";
import { OwnScreen } from "../pick/screen.ts";
import {
  columnsOfSessions,
  type ItemContext,
  mixedColumns,
  sessionEntries,
  tidyPath,
  titleOfRow,
} from "../pick/session-entries.ts";

/** Options of `ccdag pick`. */
export interface PickOptions extends Verbosity, PriceOptions {
  readonly [name: string]: unknown;
}

/** What the picker shows and does. */
interface Picker {
  readonly rows: readonly ListedRow[];
  readonly context: ItemContext;
  readonly terminal: Terminal;
  /** Where the lists are; the menu, and what commands print, are on the first screen. */
  readonly screen: OwnScreen;
  readonly options: PickOptions;
  readonly io: CommandIo;
}

/** The exit code of a program that Ctrl+C has ended. */
const interrupted = 130;

const start: ListState = { typed: "", cursor: 0 };

/** What is typed for it. */
export const command: Command = {
  name: "pick",
  rank: 30,
  purpose: "read",
  description: "choose a session from a list, and what to do with it; `ccdag` alone does the same in a terminal",
  arguments: [],
  options: [...fromExport("prices"), costOption],
  example: "pick --root ~/archive",
  run: (_, options, io) => runPick(options, io),
};

/** `ccdag pick`, and `ccdag` alone: lets a person choose a project, a session and what to do with it. */
async function runPick(options: PickOptions, io: CommandIo): Promise<number> {
  const { terminal } = io;
  if (terminal === undefined) throw new RequestError("Expected a terminal; `ccdag ls` lists all sessions");
  const prices = await readPrices({ ...options, cost: options.cost ?? true }, io);
  assertProjects(io);
  const { rows, file } = await allRows(io);
  if (rows.length === 0) throw new RequestError(`No session in \`${io.roots.join("`, `")}\``);
  const context = {
    home: io.env["HOME"] || homedir(),
    now: (io.now ?? new Date()).getTime(),
    zone: io.zone,
  };
  const screen = new OwnScreen(terminal);
  try {
    await pickProjects({ rows: listed(rows, rows, prices, io.aliases), context, terminal, screen, options, io });
  } catch (error) {
    // The library says it with an error when Ctrl+C is pressed.
    if (error instanceof Error && error.name === "ExitPromptError") return interrupted;
    throw error;
  } finally {
    screen.hide();
  }
  const code = exitCode(file);
  if (code !== exit.done && !io.isQuiet) io.stderr("Some transcripts could not be read; `ccdag ls` says which\n");
  return code;
}

/** Lists projects, and the sessions of one, until the person leaves. */
async function pickProjects(picker: Picker): Promise<void> {
  const { rows, context, terminal, screen, io } = picker;
  const { pickFrom } = await import("../pick/list-prompt.ts");
  const projects: PickList<PickedProject> = {
    heading: "Projects",
    titleHead: "PROJECT",
    columns: columnsOfProjects,
    entries: projectEntries(rows, context, await currentFolder(io)),
    escape: "leaves",
  };
  let state = start;
  for (;;) {
    screen.show();
    const { entry, state: left } = await pickFrom(projects, state, terminal);
    if (entry === undefined) return;
    state = left;
    await pickSessions(entry.value, picker);
  }
}

/** Lists the sessions of a project until the person goes back. */
async function pickSessions({ name, rows, isAll }: PickedProject, picker: Picker): Promise<void> {
  const { context, terminal, screen } = picker;
  const { pickFrom } = await import("../pick/list-prompt.ts");
  const sessions: PickList<ListedRow> = {
    heading: isAll ? name : `Sessions of ${name}`,
    titleHead: "TITLE",
    columns: isAll ? mixedColumns : columnsOfSessions,
    entries: sessionEntries(rows, context, isAll),
    escape: "goes back",
  };
  let state = start;
  for (;;) {
    screen.show();
    const { entry, state: left } = await pickFrom(sessions, state, terminal);
    if (entry === undefined) return;
    state = left;
    screen.hide();
    await useSession(entry.value, picker);
  }
}

/** Shows the menu of a session until the person goes back. */
async function useSession(row: ListedRow, { rows, context, terminal, options, io }: Picker): Promise<void> {
  const { pickAction } = await import("../pick/menu-prompt.ts");
  const actions = actionsOf(row, { rows, options, terminal, io });
  const note = `${visibleLine(row.id)}  ·  ${tidyPath(row.project, context.home)}`;
  const menu = { heading: titleOfRow(row), note, items: [...actions.map(({ name }) => name), "Back"] };
  let at = 0;
  for (;;) {
    const chosen = await pickAction(menu, at, terminal);
    const action = chosen === undefined ? undefined : actions[chosen];
    if (action === undefined) return;
    at = chosen!;
    await action.run();
    io.stderr("\n");
  }
}

/** The folder of the project of the current folder, relative to its root. */
async function currentFolder(io: CommandIo): Promise<string | undefined> {
  const [folder] = (await projectAbove(io.cwd, io)) ?? [];
  if (folder === undefined) return undefined;
  return io.roots.map((root) => relative(root, folder)).find((path) => !path.startsWith(".."));
}
