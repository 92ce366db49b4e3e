// Faults that the gate must find: one in each kind of place that people change. Each is an edit that a compiler lets pass.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A text of a file, which is there once, and what it becomes. */
const edit = (path, from, to) => ({ path, from, to });

/** Edit a file below a folder. */
export function plant({ path, from, to }, folder) {
  const text = readFileSync(join(folder, path), "utf8");
  if (text.split(from).length !== 2) throw new Error(`Expected \`${from}\` once in ${path}`);
  writeFileSync(join(folder, path), text.replace(from, to));
}

/** What is wrong: an edit of the project, or of the corpus. */
export const faults = [
  {
    what: "a rule of forks is wrong",
    edit: edit("packages/core/src/thread/fork/parallel-result.ts", "calls.length !== 1", "calls.length !== 2"),
  },
  {
    what: "a view of a tool forgets the result",
    edit: edit("packages/mdast/src/tool/bash.ts", "    ...state.result(call),\n", ""),
  },
  {
    what: "a colour in a style is too weak to be read, and the page was written anew",
    edit: edit(
      "packages/render-html/src/client/style/tokens.css",
      "--soft: light-dark(#57606a,",
      "--soft: light-dark(#b8bec6,",
    ),
    generate: ["page"],
  },
  {
    what: "a route answers with another format than was asked for",
    edit: edit("apps/server/src/route/message-routes.ts", '?? "openai"', '?? "anthropic"'),
  },
  {
    what: "a migration makes another function",
    edit: edit("packages/store/src/sql/append-message.sql", "new_depth := up_depth + 1;", "new_depth := up_depth + 2;"),
  },
  {
    what: "a package exports types that it has not",
    edit: edit("packages/order/package.json", '"types": "./dist/index.d.ts"', '"types": "./dist/types.d.ts"'),
  },
  {
    what: "a block of a README says what is not printed",
    edit: edit("packages/edits/README.md", "a.txt 1 whole", "a.txt 2 whole"),
  },
  {
    what: "the page of a rule was changed by hand",
    edit: edit("docs/rules/rewind.md", "typed a different prompt", "typed the same prompt"),
  },
  {
    what: "a person expects another branch in the corpus",
    corpus: edit("EXPECTED.json", '"rule": "draft"', '"rule": "rewind"'),
  },
  {
    what: "a drawing in a document expects another order",
    edit: edit("docs/format/shapes.md", "A1 U1 A2 U2 A3\n", "A1 A2 U1 U2 A3\n"),
  },
];
