// `pnpm new source <name>`: a package that reads the sessions of another program.
import { addRow } from "./edits.mjs";
import { formsOf } from "./names.mjs";
import { packageEdits, packageFiles } from "./package.mjs";
import { changeset, fill } from "./template.mjs";

const architecture = "docs/architecture.md";

/** @param {string} name */
export function source(name) {
  const { camel, Pascal } = formsOf(name);
  const folder = `packages/source-${name}`;
  const about = {
    folder,
    description: `Lets ccdag read sessions of ${name}, like those of Claude Code.`,
    keywords: ["ccdag", "ccdag-plugin", name, "transcript"],
    dependencies: { "@ccdag/core": "workspace:^", "@ccdag/files": "workspace:^", unified: "catalog:" },
    devDependencies: {
      "@ccdag/ccast": "workspace:^",
      "@ccdag/processor": "workspace:^",
      "@types/node": "catalog:",
      vfile: "catalog:",
    },
  };
  return {
    files: [
      ...packageFiles(about, ["core", "files"]),
      { path: `${folder}/README.md`, text: fill("source/README.md", name) },
      { path: `${folder}/src/index.ts`, text: fill("source/index.ts", name) },
      { path: `${folder}/src/source-${name}.ts`, text: fill("source/plugin.ts", name) },
      { path: `${folder}/src/${name}.ts`, text: fill("source/source.ts", name) },
      { path: `${folder}/src/${name}-files.ts`, text: fill("source/files.ts", name) },
      { path: `${folder}/test/${name}.test.ts`, text: fill("source/source.test.ts", name) },
      changeset(`source-${name}`, [`@ccdag/source-${name}`], `\`@ccdag/source-${name}\` reads sessions of ${name}.`),
    ],
    edits: [
      ...packageEdits({ folder, imports: ["core", "files"], like: "source-pi" }),
      addRow(
        architecture,
        "## Packages",
        "- `source-codex`",
        `- \`source-${name}\` [\`core\`, \`files\`]: records of ${name} as records of ours, and how it keeps its sessions.`,
      ),
    ],
    declares: [camel, `${camel}Files`, `ccdagSource${Pascal}`],
    taken: [],
    generators: ["install", "packages", "api"],
    guide: "docs/plugins.md (A source)",
  };
}
