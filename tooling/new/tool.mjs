// `pnpm new tool <name>`: the view of a tool that the client records as `<Name>`.
import { addImport, before } from "./edits.mjs";
import { formsOf } from "./names.mjs";
import { changeset, fill } from "./template.mjs";

const list = "packages/mdast/src/tool/index.ts";

/** @param {string} name */
export function tool(name) {
  const { camel, Pascal } = formsOf(name);
  return {
    files: [
      { path: `packages/mdast/src/tool/${name}.ts`, text: fill("tool/tool.ts", name) },
      { path: `packages/mdast/test/tool-${name}.test.ts`, text: fill("tool/tool.test.ts", name) },
      changeset(`tool-${name}`, ["@ccdag/mdast"], `Calls of \`${Pascal}\` have a view.`),
    ],
    edits: [
      addImport(list, `import { ${camel} } from "./${name}.ts";`),
      // The view of all other tools is the last one.
      before(list, '  "*": other,\n', `  ${Pascal}: ${camel},\n`),
    ],
    declares: [camel],
    taken: [{ path: list, text: `\n  ${Pascal}: ` }],
    generators: [],
    guide: "docs/plugins.md (A tool view)",
  };
}
