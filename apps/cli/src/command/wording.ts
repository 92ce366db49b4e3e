import type { Explanation, Says, Statement, RecordAddress } from "@ccdag/core";

/** The beginning of an id and its place; in the file that is spoken of, the line alone. */
function at({ id, path, line }: RecordAddress, own: Explanation): string {
  const place = path === own.path ? `line ${line}` : `${path}:${line}`;
  return id === `${path}:${line}` ? place : `${id.slice(0, 8)} (${place})`;
}

type Words = (tools: {
  readonly own: Explanation;
  readonly detail: string | undefined;
  readonly agentId: string | undefined;
  readonly because: string | undefined;
  readonly evidence: readonly RecordAddress[];
  /** A piece of evidence in words. */
  readonly one: (index: number) => string;
  /** All evidence in words. */
  readonly all: string;
}) => string;

const words: Readonly<Record<Says, Words>> = {
  "copy-of": ({ all }) => `folded into ${all}`,
  "copied-at": ({ all }) => `also at ${all}`,
  repeats: ({ detail, all }) => `block ${Number(detail) + 1} is told by ${all}`,
  "told-on": ({ detail, agentId, own }) => {
    const where = own.position ? `, ${own.position[0]} of ${own.position[1]}` : "";
    return `told on the line of session ${detail}${agentId ? `, agent ${agentId}` : ""}${where}`;
  },
  owned: ({ all }) => `owned by this file, copied to ${all}`,
  "hangs-on": ({ because, all }) => `hangs on ${all}${because ? "" : ", as recorded"}`,
  "hangs-on-original": ({ evidence, one }) =>
    evidence.length > 1 ? `hangs on ${one(1)}; recorded is its copy ${one(0)}` : `hangs on ${one(0)}`,
  linked: ({ detail, all }) => (detail ? `was born at ${all}, of call ${detail}` : `stands at ${all}`),
  bore: ({ agentId, detail, all }) =>
    detail ? `bore agent ${agentId}, whose transcript is not there` : `agent ${agentId} begins here, with ${all}`,
  missing: ({ detail }) => `hangs on ${detail}, which no file holds`,
  cut: ({ all }) => `hangs on ${all}; the circle was cut here`,
  begins: ({ detail }) => `has no recorded parent${detail ? `, as is usual: ${detail.replaceAll("-", " ")}` : ""}`,
  placed: ({ all }) => `placed after ${all}`,
  "in-branch": ({ detail, evidence, one }) =>
    `in the ${detail ? `${detail} ` : ""}branch of ${one(0)}, which leaves from ${evidence.length > 1 ? one(1) : "nothing"}`,
  "in-side": ({ own, evidence, one }) =>
    evidence[1]!.id === own.id
      ? `is a side of the fork at ${one(0)}`
      : `in the side ${one(1)} of the fork at ${one(0)}`,
  forks: ({ all }) => `forks: ${all}`,
  chosen: ({ all }) => `prompts that compete: ${all}`,
  resumed: ({ all }) => `the session was resumed here, beside what follows ${all}`,
  bookkeeping: ({ evidence, all }) => (evidence.length > 0 ? `stands after ${all}` : "stands at the head of its file"),
  spoken: ({ evidence, all }) =>
    `${evidence.length > 0 ? `stands after ${all}` : "stands first"}; its words are in no other record`,
  evidence: ({ detail }) => `${detail} of a file without a conversation: kept in the account`,
  malformed: () => "no JSON object: listed in the account",
};

/**
 * A statement as one line for a reader, with its rule and what it found in brackets.
 *
 * @param statement what is said.
 * @param own the record that it is said of.
 */
export function wording({ says, rule, because, detail, agentId, evidence }: Statement, own: Explanation): string {
  const one = (index: number) => at(evidence[index]!, own);
  const all = evidence.map((place) => at(place, own)).join(", ");
  const why = [rule, because].filter(Boolean).join(": ");
  return words[says]({ own, detail, agentId, because, evidence, one, all }) + (why === "" ? "" : ` (${why})`);
}
