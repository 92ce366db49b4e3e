import type { LinkRule, UnlinkedThread } from "@ccdag/core";
import { firstText } from "../own/agent-file.ts";
import { normal } from "../words.ts";
import { type Call, callIndex, type CallIndex } from "./calls.ts";
import { pair } from "./pair.ts";

/**
 * The first text of the agent is the prompt of a call, except for white space and case; or the first message to a
 * teammate contains the prompt.
 *
 * ```text
 * main: A1(call t1 "look around", name bo)      agent 7f: U2 <teammate-message summary="…">look around</…>
 * ⇒ agent 7f is teammate bo, spawned at t1
 * ```
 *
 * First, agents and calls with the same name are paired: the name or type of the agent or the summary of the message,
 * and the name or description of the call. Then those of which at most one has a name.
 */
export const promptNormal: LinkRule = {
  name: "prompt-normal",
  *link(open, view) {
    const index = callIndex(view);
    const fit = new Map(open.map((thread) => [thread, fitting(thread, index)]));
    const named = (thread: UnlinkedThread) => fit.get(thread)!.filter((call) => isSameName(thread, call));
    const unnamed = (thread: UnlinkedThread) => fit.get(thread)!.filter((call) => !haveNames(thread, call));
    yield* pair(open, view, named, "prompt and name agree");
    yield* pair(open, view, unnamed, "prompt agrees");
  },
};

function fitting({ root }: UnlinkedThread, { byPrompt, spawning }: CallIndex): readonly Call[] {
  const words = normal(firstText(root));
  if (words === "") return [];
  if (root.userKind !== "teammate") return byPrompt(words);
  return spawning.filter(({ prompt }) => prompt !== "" && words.includes(prompt));
}

function isSameName(thread: UnlinkedThread, { input }: Call): boolean {
  const names = namesOf(thread);
  return [input["name"], input["description"]].some((name) => typeof name === "string" && names.includes(name));
}

function haveNames(thread: UnlinkedThread, { input }: Call): boolean {
  return namesOf(thread).length > 0 && typeof input["name"] === "string";
}

function namesOf({ info, root }: UnlinkedThread): string[] {
  const summary = /summary="([^"]*)"/.exec(firstText(root) ?? "")?.[1];
  const { name, agentType } = info.agent!;
  return [name, agentType, summary].filter((one): one is string => one !== undefined);
}
