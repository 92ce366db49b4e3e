import type { Root } from "@ccdag/ccast";
import { agent, answer, branch, compaction, message, notice, session, thinking, toolCall, tree } from "../build.ts";
import type { ConformanceOptions } from "../kit-options.ts";
import { read } from "../read/read.ts";
import { huge } from "../samples.ts";

const empty = (): ReadonlyArray<readonly [name: string, tree: Root]> => [
  ["an empty tree", tree()],
  ["an empty session", tree(session("s1"))],
  ["an empty message", tree(session("s1", message("u1")))],
  ["empty words", tree(session("s1", message("u1", ""), answer("a1", thinking(""), toolCall("Bash", {}, ""))))],
  [
    "a call without input",
    tree(session("s1", answer("a1", toolCall("Bash", null), toolCall({ name: "Read", id: "t" }, "x")))),
  ],
  [
    "an empty branch, agent and summary",
    tree(session("s1", branch("b1"), agent("x1"), compaction("c1"), notice("mode"))),
  ],
  ["a message without a uuid", tree(session("s1", message({ uuid: undefined, id: "s1.jsonl:3" }, "Queued")))],
  ["an agent whose transcript is missing", tree(session("s1", agent({ agentId: "x1", missing: true })))],
  ["a branch without a session", tree(branch("b1", message("b1", "Alone")))],
];

/** Empty and huge trees are rendered without an exception, and the output can be parsed. */
export function robustness({ render, options }: ConformanceOptions): string[] {
  const trees = [...empty(), ...huge().map(({ name, tree: large }) => [name, large] as const)];
  return trees.flatMap(([name, one]) => {
    try {
      const text = render(one);
      if (typeof text !== "string") return [`${name} becomes ${typeof text}, not a string`];
      if (!name.startsWith("400")) read(text, options.format);
      return [];
    } catch (error) {
      return [
        `${name} throws ${error instanceof Error ? `${error.name}: ${error.message.split("\n")[0]}` : String(error)}`,
      ];
    }
  });
}
