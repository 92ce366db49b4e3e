import { type CommandHelp, commands, type OptionHelp } from "ccdag";
import { code, table } from "./markdown.ts";

/** Generate the page of the command line from the commands. */
export function cliPage(): string {
  const all = commands();
  const common = all[0]!.options.filter(({ isCommon }) => isCommon);
  return `# Command line

\`npx ccdag <command>\`. Input is a folder, a \`.jsonl\` file, the id of a session or its beginning, or \`-\` for stdin; without input, ccdag reads the newest session of the current folder. Output goes to stdout, messages to stderr. This page is generated from the commands; [the page of the package](/packages/ccdag.md) shows how to use them together.

${table(
  ["Command", "What it does"],
  all.map(({ name, description }) => [`[${name}](#${name})`, description]),
)}

${all.map(toSection).join("\n\n")}

## Every command

${options(common)}

## Exit codes

${table(
  ["Code", "Meaning"],
  [
    ["0", "done"],
    ["1", "`check` found lines that are lost, duplicated or out of order; with `--frail`, also a warning"],
    ["2", "wrong usage, or nothing to read"],
    ["3", "a file could not be read; the others were processed"],
  ],
)}
`;
}

function toSection(command: CommandHelp): string {
  const { name, description, usage, example } = command;
  const own = command.options.filter(({ isCommon }) => !isCommon);
  const given = table(
    ["Argument", "What it is"],
    command.arguments.map((one) => [code(one.isRequired ? `<${one.name}>` : `[${one.name}]`), one.description]),
  );
  return `## ${name}

${description[0]!.toUpperCase()}${description.slice(1)}.

\`\`\`text
${usage}
\`\`\`

${given}

${own.length === 0 ? "" : options(own)}

\`\`\`sh
${example}
\`\`\``;
}

function options(list: readonly OptionHelp[]): string {
  return table(
    ["Option", "What it does"],
    list.map(({ flags, description, isRequired }) => [code(flags), `${description}${isRequired ? " (required)" : ""}`]),
  );
}
