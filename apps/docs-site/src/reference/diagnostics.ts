import { families, messages } from "../../../../tooling/repo-checks/rules-list.mjs";
import { table } from "./markdown.ts";

/** Generate the page of diagnostics from the list of rules and messages. */
export function diagnosticsPage(): string {
  const rules = families.flatMap(({ title, rules: own }) =>
    own.map(({ name, level = "remark" }) => [`[${name}](/rules/${name}.md)`, title, level]),
  );
  return `# Diagnostics

A diagnostic is a message of [VFile](https://github.com/vfile/vfile-message) with a file, a line, a reason and the name of a rule: \`ruleId\` is the name, \`url\` its page. The command line writes diagnostics to stderr: warnings always, remarks with \`-v\`, only errors with \`-q\`. In code they are on the files in \`data.companions\`.

- An **error** means that a file could not be read. The other files are processed, and the exit code is 3.
- A **warning** means that something is not as a client writes it. Nothing is lost, but an entry may be in the wrong position. \`ccdag check --frail\` fails on warnings.
- A **remark** states a conclusion. It is not an error.

Misuse of the packages is not a diagnostic: it throws a \`TypeError\` that names what was expected.

## Messages

${table(
  ["Name", "Level", "When", "What to do"],
  messages.map(({ name, level, when, advice }) => [`[${name}](/rules/${name}.md)`, level, when, advice]),
)}

## Rules

The names of rules appear in diagnostics, on edges, in the account and in the output of \`ccdag explain\`.

${table(["Rule", "Family", "Level"], rules)}
`;
}
