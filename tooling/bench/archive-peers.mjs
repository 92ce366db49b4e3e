// The tools that the benchmark of archives is beside, as they are installed from the Python package index into one folder:
// claude-code-log 1.7.0, claude-code-transcripts 0.6. Their caches are off or empty, and they may use both processors.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A call of a tool on a copy of the archive, with a home folder that holds nothing. */
function callOf(program, argv) {
  return ({ archive, out, home, clear }, programs) => {
    const copy = `${archive}-copy`;
    const prepare = () => {
      clear();
      for (const folder of [copy, home]) rmSync(folder, { recursive: true, force: true });
      mkdirSync(home);
      cpSync(archive, copy, { recursive: true });
    };
    return { command: join(programs, program), argv: argv(copy, out), prepare, env: { HOME: home } };
  };
}

const log = (format, ...more) =>
  callOf("claude-code-log", (copy, out) => ["convert", copy, "--all-projects", "-o", out, "--format", format, ...more]);

/** With a document for each session, as ccdag writes them, and with its defaults, which add one for each project. */
const logs = (name, format) => [
  { name: `claude-code-log 1.7.0, ${name}`, call: log(format, "--combined", "no", "-j", "2") },
  { name: `claude-code-log 1.7.0, ${name}, its defaults`, call: log(format) },
];

/** The tools by task. */
export const peers = {
  markdown: logs("Markdown", "md"),
  html: logs("HTML", "html"),
  site: [
    {
      name: "claude-code-transcripts 0.6",
      call: callOf("claude-code-transcripts", (copy, out) => ["all", "-s", copy, "-o", out, "-q", "--include-agents"]),
    },
  ],
};
