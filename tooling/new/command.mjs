// `pnpm new command <name>`: a command of the command line. Its help, its completion and its line in the README are made
// of its row in the table of commands.
import { addRow, before } from "./edits.mjs";
import { formsOf } from "./names.mjs";
import { changeset, fill } from "./template.mjs";

const table = "apps/cli/src/command-table.ts";

/** @param {string} name */
export function command(name) {
  const { Pascal } = formsOf(name);
  return {
    files: [
      { path: `apps/cli/src/command/${name}.ts`, text: fill("command/command.ts", name) },
      { path: `apps/cli/test/${name}.test.ts`, text: fill("command/command.test.ts", name) },
      changeset(`command-${name}`, ["ccdag"], `\`ccdag ${name}\` counts messages.`),
    ],
    edits: [
      // Commands that read no transcripts are the last ones.
      before(table, '  {\n    name: "config",\n', fill("command/row.ts", name)),
      addRow("docs/guides/which-command.md", "# Which command for which question", "- `mask`", `- \`${name}\`: TODO`),
    ],
    declares: [`run${Pascal}`],
    taken: [
      { path: table, text: `name: "${name}"` },
      { path: table, text: `name: "${name} ` },
    ],
    generators: ["options"],
    guide: "apps/cli/src/command/tree.ts",
  };
}
