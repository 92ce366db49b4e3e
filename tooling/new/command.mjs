// `pnpm new command <name>`: a command of the command line. Its help, its completion and its line in the README are made of its
// file.
import { addRow } from "./edits.mjs";
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
      addRow("docs/guides/which-command.md", "# Which command for which question", "- `mask`", `- \`${name}\`: TODO`),
    ],
    declares: [`run${Pascal}`],
    taken: [
      { path: table, text: `name: "${name}"` },
      { path: table, text: `name: "${name} ` },
    ],
    generators: ["commands", "options"],
    guide: "apps/cli/src/command/tree.ts",
  };
}
