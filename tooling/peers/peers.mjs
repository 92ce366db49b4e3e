// Other tools that export transcripts, as their users call them. Each is asked for its most complete output.
//   bin      below the folder that CCDAG_PEERS names, where `install` puts it
//   command  as for `conformance --run`; `{bin}` is the program, `{here}` this folder
//   atOnce   on how many recordings it runs at once
const python = (name, program) => `${name}/bin/${program}`;
const pip = (name, version) => `python3 -m venv ${name} && ${name}/bin/pip install ${name}==${version}`;

export const peers = [
  {
    name: "claude-code-log",
    version: "1.7.0",
    mode: "a project, Markdown",
    install: pip("claude-code-log", "1.7.0"),
    bin: python("claude-code-log", "claude-code-log"),
    command: "{bin} {project} -o {out}/all.md -f md --depth hook --combined only --no-cache -j 1",
  },
  {
    name: "claude-code-transcripts",
    version: "0.6",
    mode: "file by file, HTML",
    install: pip("claude-code-transcripts", "0.6"),
    bin: python("claude-code-transcripts", "claude-code-transcripts"),
    command: "{bin} json {file} -o {out}/{session}",
  },
  {
    name: "claude-replay",
    version: "0.9.0",
    mode: "file by file, its data",
    install: "npm install --prefix claude-replay --ignore-scripts claude-replay@0.9.0",
    bin: "claude-replay/node_modules/.bin/claude-replay",
    // A script makes its page from data that the tool exports again.
    command:
      "{bin} {file} -o {out}/page.html --no-auto-redact --no-compress && {bin} extract {out}/page.html --format json -o {out}/{session}.json",
  },
  {
    name: "ccsession-cli",
    version: "2.1.1",
    mode: "file by file, its trajectory",
    install: pip("ccsession-cli", "2.1.1"),
    bin: python("ccsession-cli", "ccsession"),
    command: "{bin} --quiet export --session-id {session} --output-dir {out} --export-name {session}",
  },
  {
    name: "claude-history",
    version: "0.8.0",
    mode: "file by file, view -f",
    install: pip("claude-history", "0.8.0"),
    bin: python("claude-history", "claude-history"),
    command: "{bin} view {file} -f",
  },
  {
    name: "claude-notes",
    version: "0.1.8",
    mode: "file by file, HTML",
    install: pip("claude-notes", "0.1.8"),
    bin: python("claude-notes", "claude-notes"),
    command: "{bin} show {file} --format html --output {out}/{session}.html --session-order asc --message-order asc",
  },
  {
    name: "agentsview",
    version: "0.46.1",
    mode: "a home, the words of its messages",
    install: pip("agentsview", "0.46.1"),
    bin: python("agentsview", "agentsview"),
    command: "node {here}/agentsview.mjs {bin} {home}",
    // Each run has a server.
    atOnce: 1,
  },
];
