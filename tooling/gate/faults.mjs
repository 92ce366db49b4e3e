// Faults that the gate must find: one in each kind of place that people change. Each is an edit that a compiler lets pass.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Replace a text in a file of a copy of the project; it must be there once. */
const replace = (path, from, to) => (copy) => {
  const text = readFileSync(join(copy, path), "utf8");
  if (text.split(from).length !== 2) throw new Error(`Expected \`${from}\` once in ${path}`);
  writeFileSync(join(copy, path), text.replace(from, to));
};

/** What is wrong, and how it is planted. */
export const faults = [
  {
    what: "a rule of forks is wrong",
    plant: replace("packages/core/src/thread/fork/parallel-result.ts", "calls.length !== 1", "calls.length !== 2"),
  },
  {
    what: "a view of a tool forgets the result",
    plant: replace("packages/mdast/src/tool/bash.ts", "    ...state.result(call),\n", ""),
  },
  {
    what: "a colour in a style is too weak to be read, and the page was written anew",
    plant: replace(
      "packages/render-html/src/client/style/tokens.css",
      "--soft: light-dark(#57606a,",
      "--soft: light-dark(#b8bec6,",
    ),
    generate: ["page"],
  },
  {
    what: "a route answers with another format than was asked for",
    plant: replace("apps/server/src/route/message-routes.ts", '?? "openai"', '?? "anthropic"'),
  },
  {
    what: "a migration makes another function",
    plant: replace("packages/store/src/sql/migration-1.ts", "new_depth := up_depth + 1;", "new_depth := up_depth + 2;"),
  },
  {
    what: "a package exports types that it has not",
    plant: replace("packages/order/package.json", '"types": "./dist/index.d.ts"', '"types": "./dist/types.d.ts"'),
  },
  {
    what: "a block of a README says what is not printed",
    plant: replace("packages/edits/README.md", "a.txt 1 whole", "a.txt 2 whole"),
  },
  {
    what: "the page of a rule was changed by hand",
    plant: replace("docs/rules/rewind.md", "typed a different prompt", "typed the same prompt"),
  },
  {
    what: "a person expects another branch in the corpus",
    corpus: (folder) => {
      const path = join(folder, "EXPECTED.json");
      writeFileSync(path, readFileSync(path, "utf8").replace('"rule": "draft"', '"rule": "rewind"'));
    },
  },
  {
    what: "a drawing in a document expects another order",
    plant: replace("docs/format/shapes.md", "A1 U1 A2 U2 A3\n", "A1 A2 U1 U2 A3\n"),
  },
];
