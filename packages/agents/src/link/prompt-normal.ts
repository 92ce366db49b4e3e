import { groupBy, type LinkRule, type LinkView, type UnlinkedThread } from "@ccdag/core";
import { firstText } from "../own/agent-file.ts";
import { normal } from "../normal.ts";
import { Parts } from "../parts.ts";
import { type Call, CallList, listCalls } from "./call-list.ts";
import { callIndex } from "./call-index.ts";
import { pair } from "./pair.ts";

/**
 * The same but for white space and case, or the first message to a teammate contains the prompt.
 *
 * ```text
 * main: A1(call t1 "look around", name bo)      agent 7f: U2 <teammate-message summary="…">look around</…>
 * ⇒ agent 7f is teammate bo, spawned at t1
 * ```
 *
 * Agents and calls with the same name, type or description are paired first, then those of which at most one has a
 * name; last, agents of which only a summary is known.
 */
export const promptNormal: LinkRule = {
  name: "prompt-normal",
  *link(open, view) {
    if (open.length === 0) return;
    const byPrompt = groupBy(callIndex(view).spawning, ({ prompt }) => prompt);
    byPrompt.delete("");
    const groups = new Map([...byPrompt].map(([prompt, calls]) => [prompt, readNames(calls, view)]));
    const parts = new Parts(groups.keys());
    const fit = new Map(open.map((thread) => [thread, fitting(thread, groups, parts)]));
    const named = (thread: UnlinkedThread) =>
      fit.get(thread)!.flatMap(({ byName }) => namesOf(thread).flatMap((name) => byName.get(name) ?? []));
    const unnamed = (thread: UnlinkedThread) =>
      fit.get(thread)!.map((group) => (namesOf(thread).length > 0 ? group.unnamed : group.all));
    yield* pair(open, view, named, "prompt and name agree");
    const summarized = (thread: UnlinkedThread) => (isNamed(thread) ? [] : fit.get(thread)!.map((group) => group.all));
    yield* pair(open, view, unnamed, "prompt agrees");
    yield* pair(open, view, summarized, "prompt agrees");
  },
};

/** The calls with one prompt. */
interface PromptCalls {
  readonly all: CallList;
  /** Those without a name. */
  readonly unnamed: CallList;
  /** By their name, and by their description. */
  readonly byName: ReadonlyMap<string, CallList>;
}

function readNames(calls: readonly Call[], view: LinkView): PromptCalls {
  const byName = new Map<string, Call[]>();
  for (const call of calls)
    for (const name of new Set([call.input["name"], call.input["description"]])) {
      if (typeof name !== "string") continue;
      const same = byName.get(name);
      if (same) same.push(call);
      else byName.set(name, [call]);
    }
  const unnamed = calls.filter(({ input }) => typeof input["name"] !== "string");
  return { all: new CallList(calls, view), unnamed: new CallList(unnamed, view), byName: listCalls(byName, view) };
}

function fitting({ root }: UnlinkedThread, groups: ReadonlyMap<string, PromptCalls>, parts: Parts): PromptCalls[] {
  const words = normal(firstText(root));
  const prompts = root.userKind === "teammate" ? parts.in(words) : [words];
  return [...prompts].flatMap((prompt) => groups.get(prompt) ?? []);
}

/** Whether the agent has a name or a type of its own. */
function isNamed({ info }: UnlinkedThread): boolean {
  return info.agent!.name !== undefined || info.agent!.agentType !== undefined;
}

function namesOf({ info, root }: UnlinkedThread): string[] {
  const summary = /summary="([^"]*)"/.exec(firstText(root) ?? "")?.[1];
  const { name, agentType } = info.agent!;
  return [name, agentType, summary].filter((one): one is string => one !== undefined);
}
