import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { clientFacts } from "@ccdag/ccast";
import { locateAll, rowsOfInputs, type SessionRow } from "@ccdag/library";
import { RequestError, visibleLine } from "@ccdag/pipeline/tables";
import { type CommandIo, exit } from "../io.ts";
import { leavingInterrupts } from "../interrupted.ts";
import { resumeWords } from "../resume-words.ts";
import { resumeCommand } from "../pick/shell-words.ts";
import type { Command } from "../command.ts";

/** Options of `ccdag resume`. */
export interface ResumeOptions {
  /** Whether the command is printed, and not run (default: `false`). */
  print?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "resume",
  rank: 60,
  purpose: "read",
  description: "continue a session: go to its folder, and start the coding agent that wrote it",
  arguments: [["[input]", "session by id or title, path, `latest` (default: this project's newest)"]],
  options: [{ name: "print", flags: "--print", description: "print the command, and do not run it" }],
  example: "resume 642fe51e",
  isUntrusted: true,
  run: (inputs, options, io) => runResume(inputs, options, io),
};

/** `ccdag resume`: starts the client of a session in its folder; exits as the client does. */
async function runResume(inputs: readonly string[], { print }: ResumeOptions, io: CommandIo): Promise<number> {
  const row = await sessionOf(inputs, io);
  const { name, resume } = clientFacts(row.client);
  const words = resumeWords(row);
  if (words === undefined)
    throw new RequestError(
      resume === undefined
        ? `Unexpected session of ${name}, which cannot resume by id; \`ccdag show ${row.id}\` shows it`
        : `Unexpected session id \`${row.id}\`, expected letters, digits, - and _`,
    );
  if (print === true) {
    // Without a safe way to write the folder, the command alone.
    await io.stdout(`${visibleLine(resumeCommand(row, io.cwd) ?? words.join(" "))}\n`);
    return exit.done;
  }
  const cwd = row.cwd ?? io.cwd;
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new RequestError(
      `No such folder: \`${cwd}\`, in which session ${row.id} ran; --print prints the command, to run in another folder`,
    );
  io.stderr(`${visibleLine(`${cwd}: ${words.join(" ")}`)}\n`);
  return start(words, cwd, name, io);
}

/** The session that is meant. */
async function sessionOf(inputs: readonly string[], io: CommandIo): Promise<SessionRow> {
  const [source] = await locateAll(inputs, io, { hasStdin: false, hasEntry: true });
  const { input, session, gone, folder, named, isAlone } = source!;
  if (gone !== undefined) throw new RequestError(`No transcript of session ${session}: only its prompts are left`);
  if (session === undefined)
    throw new RequestError(`Unexpected \`${input}\`, expected a session; \`ccdag ls\` lists those of a project`);
  // A session that shares its file with others is not found by the file.
  const { rows } = await rowsOfInputs(isAlone === true || named === undefined ? [] : [join(folder, named)], io);
  const row = rows.find(({ id }) => id === session);
  if (row === undefined) throw new RequestError(`No session \`${session}\` in \`${folder}\``);
  return row;
}

/** Start a program in the terminal of the user, without a shell, and wait until it ends. */
function start([word, ...args]: [string, ...string[]], cwd: string, name: string, io: CommandIo): Promise<number> {
  const program = findProgram(word, io.env["PATH"] ?? "");
  if (program === undefined)
    throw new RequestError(`No program \`${word}\` on the path, expected ${name}; --print prints the command`);
  const child = spawn(program, args, { cwd, env: io.env, stdio: "inherit" });
  return leavingInterrupts(
    new Promise<number>((done, fail) => {
      child.on("error", fail);
      child.on("close", (code, signal) => done(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    }),
  );
}

/** The file of a program. A folder that is relative is none: it would be looked for in the folder of the session. */
function findProgram(name: string, path: string): string | undefined {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, file)).find((one) => existsSync(one));
}
