// `pnpm new rule <name>`: a fork rule of core. Its drawing is its test, and the page is made of its comment.
import { addImport, addInside, before } from "./edits.mjs";
import { formsOf } from "./names.mjs";
import { changeset, fill } from "./template.mjs";

const folder = "packages/core/src/thread/fork";
const list = "tooling/repo-checks/rules-list.mjs";

/** @param {string} name */
export function rule(name) {
  const { camel } = formsOf(name);
  return {
    files: [
      { path: `${folder}/${name}.ts`, text: fill("rule/rule.ts", name) },
      changeset(`rule-${name}`, ["@ccdag/core"], `The rule \`${name}\` recognises a shape of forks.`),
    ],
    edits: [
      addImport(`${folder}/index.ts`, `import { ${camel} } from "./${name}.ts";`),
      addInside(
        `${folder}/index.ts`,
        "export const forkRules: readonly ForkRule[] = [",
        `  ${camel}, // TODO: why it is asked here`,
      ),
      // The kinds of true forks follow, of which this is the first.
      before(list, '        "draft",\n', `        "${name}",\n`),
    ],
    declares: [camel],
    taken: [{ path: list, text: `"${name}"` }],
    generators: ["rules", "verdicts"],
    guide: "docs/guides/rule.md",
  };
}
