import { formatOf, type ViewOptions, toCommand, toWord } from "./options.ts";
import type { Given } from "./given.ts";
import type { Tab } from "./tabs.ts";

/**
 * The command whose output a view shows.
 *
 * @param given the open files; their names are untrusted text.
 * @param tab the view.
 * @param options the options of the view.
 * @returns a line for a shell, or a comment that explains why there is no command.
 */
export function commandOf({ name, files }: Given, tab: Tab, options: ViewOptions): string {
  const { session } = options;
  const isFile = (path: string) => path === `${session ?? ""}.jsonl` || path.endsWith(`/${session ?? ""}.jsonl`);
  const transcript = session === undefined ? undefined : files.find(({ path }) => isFile(path));
  const isProse = tab !== "diagnostics" && tab !== "account";
  if (isProse && session !== undefined && transcript === undefined)
    return "# this session shares its file with others, and the command line exports whole files";
  const isOne = files.length === 1 && files[0]!.path === name;
  // The name of a project begins with a dash, which a command would read as an option.
  const folder = isOne || name === "." ? "." : name.startsWith("-") ? `~/.claude/projects/${name}` : name;
  const file = isOne ? name : isProse ? transcript?.path : undefined;
  const path = file === undefined ? folder : folder === "." ? file.replace(/^-/, "./-") : `${folder}/${file}`;
  if (tab === "diagnostics") return `npx ccdag check ${toWord(path)} --verbose`;
  if (tab === "account") return `npx ccdag check ${toWord(path)} --drift`;
  return `${toCommand(path, options)} -o talk${formatOf(options).ending}`;
}
