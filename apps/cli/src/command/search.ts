import { VFile } from "vfile";
import { toJson } from "@ccdag/pipeline/tables";
import { findSessions, type SearchPlaces } from "@ccdag/library";
import { fromExport, jsonOption, limitOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { type CommandIo, exit } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { readLimit } from "../read-limit.ts";

/** Options of `ccdag search`. */
export interface SearchOptions extends Verbosity, SearchPlaces {
  json?: boolean | undefined;
  limit?: string | undefined;
}

/** How many sessions are shown. */
const maxSessions = 10;

/** What is typed for it. */
export const command: Command = {
  name: "search",
  rank: 40,
  purpose: "read",
  description: "find sessions by what was said in them, in all projects",
  arguments: [["<words...>", "texts that all occur in one message; one in quotes is a phrase, /…/ a pattern"]],
  options: [
    ...fromExport("since", "until"),
    limitOption,
    {
      name: "in",
      flags: "--in <where>",
      description: "search only prompts, replies, thinking, tools or context; several with commas",
    },
    {
      name: "project",
      flags: "--project <name>",
      description: "search only this project or folder; may be repeated",
      isRepeated: true,
    },
    jsonOption,
  ],
  example: "search timeout retry --in prompts",
  isUntrusted: true,
  run: (words, options, io) => runSearch(words, options, io),
};

/** `ccdag search`: finds sessions by what was said in them; exits with 1 if there is none. */
async function runSearch(terms: readonly string[], options: SearchOptions, io: CommandIo): Promise<number> {
  const limit = readLimit(options.limit, "sessions");
  const { found, unread } = await findSessions(terms, options, io);
  const ranked = found.map((one) => one.ranked);
  if (options.json) await io.stdout(toJson(ranked.slice(0, limit), 2));
  else if (ranked.length === 0) await io.stdout("Nothing found.\n");
  else await io.stdout((await import("../format-found.ts")).formatFound(ranked, limit ?? maxSessions, io));
  const file = new VFile({ data: { companions: [...unread] } });
  await printMessages(file, options, io);
  return ranked.length === 0 && unread.length === 0 ? exit.found : exitCode(file);
}
