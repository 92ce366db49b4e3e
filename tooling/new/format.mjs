// `pnpm new format <name>`: a package that renders the tree, and a row in the table of formats.
import { addDependency, addInside, addReference } from "./edits.mjs";
import { formsOf } from "./names.mjs";
import { packageEdits, packageFiles } from "./package.mjs";
import { changeset, fill } from "./template.mjs";

const checks = "tooling/repo-checks/repository.test.ts";
const formats = "packages/pipeline/src/formats.ts";

/** @param {string} name */
export function format(name) {
  const { Pascal } = formsOf(name);
  const folder = `packages/render-${name}`;
  const about = {
    folder,
    description: `unified plugin: compile ccast to ${name}.`,
    keywords: ["ccdag", "ccdag-renderer", "claude-code", name, "transcript", "unified"],
    dependencies: { "@ccdag/ccast": "workspace:^", unified: "catalog:" },
    devDependencies: { "@ccdag/testkit": "workspace:*" },
  };
  const packages = [`@ccdag/render-${name}`, "@ccdag/pipeline", "ccdag"];
  return {
    files: [
      ...packageFiles(about, ["ccast"]),
      { path: `${folder}/README.md`, text: fill("format/README.md", name) },
      { path: `${folder}/src/index.ts`, text: fill("format/index.ts", name) },
      { path: `${folder}/src/render-${name}.ts`, text: fill("format/plugin.ts", name) },
      { path: `${folder}/src/to-${name}.ts`, text: fill("format/to-format.ts", name) },
      { path: `${folder}/test/${name}.test.ts`, text: fill("format/format.test.ts", name) },
      changeset(
        `format-${name}`,
        packages,
        `\`ccdag export --to ${name}\` and \`@ccdag/render-${name}\` write ${name}.`,
      ),
    ],
    edits: [
      ...packageEdits({ folder, imports: ["ccast"], like: "render-graph" }),
      addInside(formats, "export const formats: readonly FormatRow[] = [", rowOf(name)),
      addDependency("packages/pipeline/package.json", "dependencies", `@ccdag/render-${name}`, "workspace:^"),
      addReference("packages/pipeline/tsconfig.json", `../render-${name}`),
      addInside(checks, "pipeline: [", `    "render-${name}",`),
      addInside(checks, "for (const name of [", `      "render-${name}",`),
    ],
    declares: [`ccdagRender${Pascal}`, `to${Pascal}`],
    taken: [{ path: formats, text: `name: "${name}"` }],
    generators: ["install", "packages", "options", "dependencies", "api"],
    guide: "docs/guides/renderer.md",
  };
}

/** An ending of a file has no hyphen. */
function rowOf(name) {
  return `  {
    name: "${name}",
    description: "a plain log", // TODO: a few words for the help
    ending: ".${name.replaceAll("-", "")}",
    ...programs, // TODO: whether people read it
    load: () => import("@ccdag/render-${name}"),
  },`;
}
