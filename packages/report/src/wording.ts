import type { Explanation, RecordAddress, Says, Statement } from "@ccdag/core";

/** The short id of a record and its location; only the line if it is in the same file as the explained record. */
function at({ id, path, line }: RecordAddress, explained: Explanation): string {
  const location = path === explained.path ? `line ${line}` : `${path}:${line}`;
  return id === `${path}:${line}` ? location : `${id.slice(0, 8)} (${location})`;
}

/** Formats one kind of statement. */
type Phrase = (context: {
  readonly explained: Explanation;
  readonly detail: string | undefined;
  readonly agentId: string | undefined;
  readonly because: string | undefined;
  readonly evidence: readonly RecordAddress[];
  /** Formats one piece of evidence. */
  readonly one: (index: number) => string;
  /** All evidence, formatted. */
  readonly all: string;
}) => string;

const phrases: Readonly<Record<Says, Phrase>> = {
  "copy-of": ({ all }) => `folded into ${all}`,
  "copied-at": ({ all }) => `also at ${all}`,
  repeats: ({ detail, all }) => `block ${Number(detail) + 1} repeats ${all}`,
  "in-thread": ({ detail, agentId, explained }) => {
    const where = explained.position ? `, ${explained.position[0]} of ${explained.position[1]}` : "";
    return `in the thread of session ${detail}${agentId ? `, agent ${agentId}` : ""}${where}`;
  },
  owned: ({ all }) => `owned by this file, copied to ${all}`,
  "child-of": ({ because, all }) => `child of ${all}${because ? "" : ", as recorded"}`,
  "child-of-original": ({ evidence, one }) =>
    evidence.length > 1 ? `child of ${one(1)}; the recorded parent is its copy ${one(0)}` : `child of ${one(0)}`,
  linked: ({ detail, all }) => (detail ? `spawned at ${all}, by call ${detail}` : `placed at ${all}`),
  spawned: ({ agentId, detail, all }) =>
    detail ? `spawned agent ${agentId}, transcript not found` : `agent ${agentId} begins here, with ${all}`,
  missing: ({ detail }) => `child of ${detail}, which is in no file`,
  cut: ({ all }) => `child of ${all}; the cycle was cut here`,
  begins: ({ detail }) => `no recorded parent${detail ? `, as usual for a ${detail.replaceAll("-", " ")}` : ""}`,
  placed: ({ all }) => `placed after ${all}`,
  "in-branch": ({ detail, evidence, one }) =>
    `in the ${detail ? `${detail} ` : ""}branch of ${one(0)}, which leaves from ${evidence.length > 1 ? one(1) : "nothing"}`,
  "in-side": ({ explained, evidence, one }) =>
    evidence[1]!.id === explained.id
      ? `is a side of the fork at ${one(0)}`
      : `in the side ${one(1)} of the fork at ${one(0)}`,
  forks: ({ all }) => `forks: ${all}`,
  chosen: ({ all }) => `prompts that compete: ${all}`,
  resumed: ({ all }) => `the session was resumed here, beside what follows ${all}`,
  bookkeeping: ({ evidence, all }) => (evidence.length > 0 ? `placed after ${all}` : "at the beginning of its file"),
  spoken: ({ evidence, all }) =>
    `${evidence.length > 0 ? `placed after ${all}` : "placed first"}; its words are in no other record`,
  evidence: ({ detail }) => `${detail} in a file without a conversation: kept in the account`,
  malformed: () => "not a JSON object: listed in the account",
};

/**
 * Format a statement as one line, with its rule and evidence in brackets.
 *
 * @param statement the statement.
 * @param explained the explanation of the record that the statement is about.
 * @returns one line without a line ending; untrusted text in it is not escaped.
 */
export function wording({ says, rule, because, detail, agentId, evidence }: Statement, explained: Explanation): string {
  const one = (index: number) => at(evidence[index]!, explained);
  const all = evidence.map((record) => at(record, explained)).join(", ");
  const why = [rule, because].filter(Boolean).join(": ");
  return phrases[says]({ explained, detail, agentId, because, evidence, one, all }) + (why === "" ? "" : ` (${why})`);
}
