import { families, messages } from "../../../../tooling/repo-checks/rules-list.mjs";
import { table } from "./markdown.ts";

/** The page of what may be said about files, from the list that the pages of rules are made of. */
export function diagnosticsPage(): string {
  const rules = families.flatMap(({ title, rules: own }) =>
    own.map(({ name, level = "remark" }) => [`[${name}](/rules/${name}.md)`, title, level]),
  );
  return `# Diagnostics

What is noticed about files is a message of [VFile](https://github.com/vfile/vfile-message): a file, a line, a reason, and the name of a rule, which is its \`ruleId\`; \`url\` is its page. On the command line messages go to stderr: warnings always, remarks with \`-v\`, nothing but what failed with \`-q\`. In code they are on the files in \`data.companions\`.

- An **error** means that a file could not be read. The exit code is 3, and the rest was done.
- A **warning** means that something is not as a client writes it. Nothing is lost; where it stands may not be where it happened. \`ccdag check --frail\` fails on warnings.
- A **remark** says what was concluded, and is no fault.

Misuse of the packages is no message: it throws a \`TypeError\` that says what was expected.

## Messages

${table(
  ["Name", "Level", "When", "What to do"],
  messages.map(({ name, level, when, advice }) => [`[${name}](/rules/${name}.md)`, level, when, advice]),
)}

## Rules that say what they concluded

Their names stand in messages, on edges, in the account and in what \`ccdag explain\` prints.

${table(["Rule", "Family", "Said as"], rules)}
`;
}
