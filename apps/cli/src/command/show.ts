import { exportTree, readOptions, type Renderer } from "@ccdag/pipeline";
import { RequestError, visibleLine } from "@ccdag/pipeline/tables";
import { type InputSource, isWhole, load, locateAll, noConversation } from "@ccdag/library";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { findPlace, type NamedPart } from "../show/find-place.ts";
import { showInPager } from "../show/pager.ts";
import { agentsOf, sessionText } from "@ccdag/report";
import { fromExport } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { hasColors } from "../has-colors.ts";

/** Options of `ccdag show`. */
export interface ShowOptions extends Verbosity {
  detail?: string | undefined;
  thinking?: boolean | undefined;
  /** Whether calls, thinking and context are shown whole (default: `false`, one line each). */
  full?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "show",
  rank: 20,
  purpose: "read",
  description: "read a session in the terminal, in your pager; behind # an entry, an agent or a turn to begin with",
  arguments: [
    [
      "[input]",
      "session by id or title, path, `latest`, - for stdin; then #turn-3, #<entry> or #<agent> (default: this project's newest)",
    ],
  ],
  options: [
    ...fromExport("detail", "thinking"),
    { name: "full", flags: "--full", description: "show calls whole", default: "one line for each call" },
  ],
  example: "show latest#turn-3",
  run: (inputs, options, io) => runShow(inputs, options, io),
};

/** The text of a paragraph is hard to read in longer lines. */
const maxWidth = 100;

/** Nothing is rendered by it: only what a document for people holds is taken from the pipeline. */
const forPeople: Renderer = { name: "show", ending: ".txt", audience: "people", plugin: () => {} };

/** `ccdag show`: shows a session in the pager, or writes it as plain text. */
async function runShow(inputs: readonly string[], options: ShowOptions, io: CommandIo): Promise<number> {
  const sources = await locateAll(inputs, io, { hasEntry: true });
  const source = sources[0]!;
  if (isWhole(source))
    throw new RequestError(
      `Unexpected project \`${source.input}\`, expected a session; \`ccdag ls\` lists those of a project`,
    );
  const { file, session } = await load(sources, io);
  const { detail, thinking } = options;
  const request = {
    renderer: forPeople,
    options: readOptions({ detail, thinking }, forPeople),
    user: io.config,
    processor: io.processor,
    session,
  };
  const { tree, whole } = await exportTree(file, request);
  if (tree.children.length === 0 && exitCode(file) === 0) throw noConversation(sources);
  const place: NamedPart = source.entry === undefined ? {} : findPlace(whole, source.entry, source.input);
  const agents = agentsOf(tree);
  const agent = place.agent && agents.find(({ agentId }) => agentId === place.agent!.agentId);
  const { isStdoutTerminal = false, columns = maxWidth } = io;
  const text = sessionText(agent ?? tree, agents, {
    width: isStdoutTerminal ? Math.min(columns, maxWidth) : Number.POSITIVE_INFINITY,
    isColored: hasColors(options.color, isStdoutTerminal, io),
    zone: io.zone,
    unfolded: { isAll: options.full === true, hasThinking: thinking === true, anchor: place.name },
    linked: place.uuid,
    address: addressOf(source),
  });
  const line = startOf(text.lineNumberOf, place, options, io);
  if (place.remark !== undefined && options.quiet !== true) io.stderr(`${visibleLine(place.remark)}\n`);
  const isShown = io.terminal !== undefined && (await showInPager(text.from(0), line, io.env));
  if (!isShown) await io.styled(text.from(line));
  await printMessages(file, options, io);
  return exitCode(file);
}

/** The line to begin with; what is not in the text is said. */
function startOf(
  lineNumberOf: (name: string) => number | undefined,
  { name, uuid = "" }: NamedPart,
  { quiet }: ShowOptions,
  io: CommandIo,
): number {
  const line = name === undefined ? 0 : lineNumberOf(name);
  if (line !== undefined) return line;
  if (uuid === "") throw new RequestError(`Unexpected ${name!.replace(" ", "-")}, expected a turn of the session`);
  if (!quiet) io.stderr(`${visibleLine(`Entry ${uuid} is not shown here; --detail full shows more`)}\n`);
  return 0;
}

/** What is typed to show the session again: its id, unless a file was named. */
function addressOf({ input, session, path, stream, entry }: InputSource): string {
  if (stream !== undefined) return "-";
  const typed = entry === undefined ? input : input.slice(0, input.lastIndexOf("#"));
  const isFile = path !== undefined || session === undefined || /[\\/]|\.jsonl/i.test(typed);
  return isFile ? typed : session.slice(0, 8);
}
