import { type CommandHelp, commands, type OptionHelp } from "ccdag";
import { code, table } from "./markdown.ts";

/** The page of the command line, from the commands themselves. */
export function cliPage(): string {
  const all = commands();
  const common = all[0]!.options.filter(({ isCommon }) => isCommon);
  return `# Command line

\`npx ccdag <command>\`. Input is a folder, a \`.jsonl\` file, the id of a session or its beginning, or \`-\` for stdin; nothing means the newest session of the current folder. Output goes to stdout, messages to stderr. This page is made of the commands themselves; how they are meant to be used together is in [the command's own page](/packages/ccdag.md).

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
    ["1", "`check` found something lost, doubled or out of order; or a warning, with `--frail`"],
    ["2", "the call is wrong, or there is nothing to read"],
    ["3", "a file could not be read; the rest was done"],
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
