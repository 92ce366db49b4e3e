import type { Link, LinkRule, LinkView, OpenLine } from "@ccdag/core";
import { firstText } from "../agent-file.ts";
import { type Call, type CallIndex, callIndex, linkTo, normal } from "../index-calls.ts";

/** The first words of the agent are the prompt of a call (A015). */
export const promptExact: LinkRule = {
  name: "prompt-exact",
  *link(open, view) {
    yield* pair(open, view, (line, _, call) => firstText(line.root) === call.input["prompt"], "prompt is equal");
  },
};

/**
 * The same with white space made one and case folded; or the prompt stands in the first message to a teammate, whose
 * name must then not contradict the call's.
 */
export const promptNormal: LinkRule = {
  name: "prompt-normal",
  *link(open, view) {
    yield* pair(
      open,
      view,
      (line, words, call) => fits(line, words, call) && sameName(line, call),
      "prompt and name agree",
    );
    yield* pair(open, view, (line, words, call) => fits(line, words, call) && !isNamed(line, call), "prompt agrees");
  },
};

/** Equal candidates: the k-th call bore the k-th agent, by time. A call is claimed once. */
function* pair(
  open: readonly OpenLine[],
  view: LinkView,
  isMatch: (line: OpenLine, words: string, call: Call) => boolean,
  because: string,
): Generator<Link> {
  const index: CallIndex = callIndex(view);
  const lines = [...open].sort((a, b) => view.compare(a.root, b.root));
  for (const line of lines) {
    if (line.info.agent!.anchor) continue;
    const words = normal(firstText(line.root));
    const free = index.spawning.filter((call) => !index.claimed.has(call) && isMatch(line, words, call));
    const own = free.filter(({ entry }) => view.lineOf(entry).sessionId === line.info.sessionId);
    const [call, other] = own.length > 0 ? own : free;
    if (call) yield { ...linkTo(line, call, because, index), isAmbiguous: other ? true : undefined };
  }
}

function fits({ root }: OpenLine, words: string, { prompt }: Call): boolean {
  return prompt !== "" && (words === prompt || (root.flavour === "teammate" && words.includes(prompt)));
}

function sameName(line: OpenLine, call: Call): boolean {
  const names = namesOf(line);
  return [call.input["name"], call.input["description"]].some(
    (name) => typeof name === "string" && names.includes(name),
  );
}

function isNamed(line: OpenLine, call: Call): boolean {
  return namesOf(line).length > 0 && typeof call.input["name"] === "string";
}

function namesOf({ info, root }: OpenLine): string[] {
  const summary = /summary="([^"]*)"/.exec(firstText(root) ?? "")?.[1];
  const { name, agentType } = info.agent!;
  return [name, agentType, summary].filter((one): one is string => one !== undefined);
}
