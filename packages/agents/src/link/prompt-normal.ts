import type { LinkRule, OpenLine } from "@ccdag/core";
import { firstText } from "../own/agent-file.ts";
import { normal } from "../words.ts";
import { type Call, callIndex, type CallIndex } from "./calls.ts";
import { pair } from "./pair.ts";

/**
 * The first words of the agent are the prompt of a call, but for white space and case; or the prompt stands in the
 * first message to a teammate.
 *
 * ```text
 * main: A1(call t1 "look around", name bo)      agent 7f: U2 <teammate-message summary="…">look around</…>
 * ⇒ agent 7f is teammate bo, born at t1
 * ```
 *
 * First those are paired that have one name: that of the agent, its type or the summary of the message, with that of
 * the call or its description. Then those of which at most one has a name.
 */
export const promptNormal: LinkRule = {
  name: "prompt-normal",
  *link(open, view) {
    const index = callIndex(view);
    const fit = new Map(open.map((line) => [line, fitting(line, index)]));
    const named = (line: OpenLine) => fit.get(line)!.filter((call) => isSameName(line, call));
    const unnamed = (line: OpenLine) => fit.get(line)!.filter((call) => !haveNames(line, call));
    yield* pair(open, view, named, "prompt and name agree");
    yield* pair(open, view, unnamed, "prompt agrees");
  },
};

function fitting({ root }: OpenLine, { byPrompt, spawning }: CallIndex): readonly Call[] {
  const words = normal(firstText(root));
  if (words === "") return [];
  if (root.flavour !== "teammate") return byPrompt(words);
  return spawning.filter(({ prompt }) => prompt !== "" && words.includes(prompt));
}

function isSameName(line: OpenLine, { input }: Call): boolean {
  const names = namesOf(line);
  return [input["name"], input["description"]].some((name) => typeof name === "string" && names.includes(name));
}

function haveNames(line: OpenLine, { input }: Call): boolean {
  return namesOf(line).length > 0 && typeof input["name"] === "string";
}

function namesOf({ info, root }: OpenLine): string[] {
  const summary = /summary="([^"]*)"/.exec(firstText(root) ?? "")?.[1];
  const { name, agentType } = info.agent!;
  return [name, agentType, summary].filter((one): one is string => one !== undefined);
}
