import { dirname, join } from "node:path";
import { rootsOf } from "@ccdag/library/roots";
import { visibleLine } from "@ccdag/pipeline/visible";
import type { Command } from "../command.ts";
import { exit, type Io } from "../io.ts";
import { readStdin } from "../read-stdin.ts";
import { placesOf, statusText } from "../status-text.ts";

/** Options of `ccdag statusline`. */
interface StatusLineOptions {
  /** Whether it is added to the settings of the client (default: `false`). */
  install?: boolean | undefined;
  /** Whether all projects are looked at, and nothing is printed (default: `false`). */
  refresh?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "statusline",
  rank: 150,
  purpose: "cost",
  description: "a status line for the client: cost of the session, of today and of the block, how full the context is",
  arguments: [],
  options: [
    { name: "install", flags: "--install", description: "add it to the settings of the client, if they have none" },
    { name: "refresh", flags: "--refresh", description: "look at all projects, as it does by itself each minute" },
  ],
  example: "statusline --install",
  isPlain: true,
  run: (_, options, io) => runStatusLine(options, io),
};

/** `ccdag statusline`: prints one line about the session whose client pipes JSON into it; for a person, how it is shown. */
async function runStatusLine({ install, refresh }: StatusLineOptions, io: Io): Promise<number> {
  const now = io.now ?? new Date();
  if (install) await addSetting(io);
  else if (refresh) await look(now, io);
  else if (io.isStdinPiped === true) {
    const json = Buffer.from((await readStdin(io, false)) ?? "").toString();
    await io.stdout(statusText(json, { ...io, now }));
  } else {
    const { statusSetting } = await import("../hook/status-setting.ts");
    const setting = JSON.stringify(statusSetting(io.env), undefined, 2);
    await io.stdout(`# In ${visibleLine(settingsOf(io))} (\`--install\` adds it)\n${setting}\n`);
  }
  return exit.done;
}

async function look(now: Date, io: Io): Promise<void> {
  const places = placesOf(io);
  if (places === undefined) return;
  const { refreshStatus } = await import("@ccdag/library");
  await refreshStatus(places, rootsOf(io.env["CCDAG_ROOT"], io), now.getTime());
}

async function addSetting(io: Io): Promise<void> {
  const { installStatusLine } = await import("../hook/status-setting.ts");
  const settings = settingsOf(io);
  const isAdded = await installStatusLine(settings, io.env);
  const what = isAdded ? "Added the status line to" : "The status line is already in";
  io.stderr(`${visibleLine(`${what} ${settings}`)}\n`);
}

function settingsOf(io: Io): string {
  return join(dirname(rootsOf(undefined, io)[0]!), "settings.json");
}
