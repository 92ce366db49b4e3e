import { formatOf, type ViewOptions, toCommand, toWord } from "./options.ts";
import type { Given } from "./given.ts";
import type { Tab } from "./tabs.ts";

/**
 * The command that does what a view shows.
 *
 * @param given what is open; its names may come from a stranger.
 * @param tab the view.
 * @param options what it is asked for.
 * @returns a line for a shell, or why there is none.
 */
export function commandOf({ name, files }: Given, tab: Tab, options: ViewOptions): string {
  const { session } = options;
  const isFile = (path: string) => path === `${session ?? ""}.jsonl` || path.endsWith(`/${session ?? ""}.jsonl`);
  const own = session === undefined ? undefined : files.find(({ path }) => isFile(path));
  const isProse = tab !== "diagnostics" && tab !== "account";
  if (isProse && session !== undefined && own === undefined)
    return "# a session that shares its file with others: the command line tells the file whole";
  const isOne = files.length === 1 && files[0]!.path === name;
  // A project of the client is named after its directory, with a dash first, which no command takes for a name.
  const folder = isOne || name === "." ? "." : name.startsWith("-") ? `~/.claude/projects/${name}` : name;
  const file = isOne ? name : isProse ? own?.path : undefined;
  const path = file === undefined ? folder : folder === "." ? file.replace(/^-/, "./-") : `${folder}/${file}`;
  if (tab === "diagnostics") return `npx ccdag check ${toWord(path)} --verbose`;
  if (tab === "account") return `npx ccdag check ${toWord(path)} --drift`;
  return `${toCommand(path, options)} -o talk${formatOf(options).ending}`;
}
