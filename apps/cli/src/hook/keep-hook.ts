import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { attempt } from "@ccdag/keep/write";
import { RequestError } from "@ccdag/pipeline/tables";
import type { Io } from "../io.ts";
import { ownProgram } from "../own-program.ts";
import { quoteWord } from "../pick/shell-words.ts";

/** How a run of `keep` is started later, by a hook or by the system. */
export interface KeepCall {
  /** The words of the program for a shell of the user: `ccdag` where it is installed. */
  readonly program: readonly string[];
  /** The same with full paths, for cron and systemd, which look for programs in few places. */
  readonly absolute: readonly string[];
  /** The words after the program: the command, its options, the archive. */
  readonly words: readonly string[];
  /** The variables that it needs. */
  readonly variables: Readonly<Record<string, string>>;
}

/** How long the hook may take, in seconds: without it the client waits 1.5 s for all hooks, and never more than this. */
const hookSeconds = 60;

/**
 * How this run of `keep` is started again.
 *
 * @param words the words after the program.
 * @param env the variables of this run.
 */
export function callOf(words: readonly string[], env: Io["env"]): KeepCall {
  const own = ownProgram();
  // npx removes its copy at some time.
  const isPassing = /[\\/]_npx[\\/]/.test(own.at(-1)!);
  const absolute = isPassing ? ["npx", "-y", "ccdag"] : own;
  const folders = (env["PATH"] ?? "").split(delimiter).filter((one) => one !== "" && !/_npx|node_modules/.test(one));
  const isInstalled = folders.some((one) => attempt(() => (accessSync(join(one, "ccdag"), constants.X_OK), true)));
  const config = env["CLAUDE_CONFIG_DIR"];
  const variables: Record<string, string> = config === undefined || config === "" ? {} : { CLAUDE_CONFIG_DIR: config };
  return { program: isInstalled ? ["ccdag"] : absolute, absolute, words, variables };
}

/**
 * The command of a hook, for a shell.
 *
 * @throws RequestError if a path in it cannot be quoted safely.
 */
export function hookCommand({ program, words }: Pick<KeepCall, "program" | "words">): string {
  return [...program, ...words].map(quoted).join(" ");
}

/** The hook as the settings of the client hold it, in the list of `SessionEnd`. */
export function hookOf(call: KeepCall): object {
  return { hooks: [{ type: "command", command: hookCommand(call), timeout: hookSeconds }] };
}

/**
 * What `--hook` prints: the setting of the client, a line for cron, and units of systemd.
 *
 * @param call how `keep` is started.
 * @param settings the path of the settings of the client.
 * @throws RequestError if a path cannot be quoted safely.
 */
export function hookText(call: KeepCall, settings: string): string {
  const { absolute, words, variables } = call;
  const assigned = Object.entries(variables);
  const shell = [
    ...assigned.map(([name, value]) => `${name}=${quoted(value)}`),
    hookCommand({ program: absolute, words }),
  ].join(" ");
  const unit = assigned.map(([name, value]) => `Environment=${unitWord(`${name}=${value}`)}\n`).join("");
  return `# At the end of each session: in ${settings} (\`--hook --install\` adds it)
${JSON.stringify({ hooks: { SessionEnd: [hookOf(call)] } }, undefined, 2)}

# Or each hour with cron: a line for \`crontab -e\`
17 * * * * ${shell.replaceAll("%", String.raw`\%`)} -q

# Or each hour with systemd: ~/.config/systemd/user/ccdag-keep.service
[Service]
Type=oneshot
${unit}ExecStart=${[...absolute, ...words, "-q"].map(unitWord).join(" ")}

# and ~/.config/systemd/user/ccdag-keep.timer, then: systemctl --user enable --now ccdag-keep.timer
[Timer]
OnCalendar=hourly
Persistent=true

[Install]
WantedBy=timers.target
`;
}

function quoted(word: string): string {
  const text = quoteWord(word);
  if (text === undefined) throw new RequestError(`Unexpected \`${word}\`, expected a path that a shell can be given`);
  return text;
}

/** A word in a unit of systemd, which replaces `%` and `$`. */
function unitWord(word: string): string {
  const text = word.replaceAll("%", "%%").replaceAll("$", "$$$$");
  if (/^[\w@%$+=:,./-]+$/.test(text)) return text;
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}
