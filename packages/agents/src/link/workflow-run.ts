import { clientPhrase, groupBy, isObject, type LinkRule, type LinkView, type ThreadInfo } from "@ccdag/core";
import { text } from "../normal.ts";
import { type Call, type CallList, listCalls } from "./call-list.ts";
import { callIndex, recordOf, resultTexts } from "./call-index.ts";
import { linkTo } from "./link-to.ts";

/**
 * The agent's folder has the id of a run, which a call launched. The result of the call has this id, or names the task
 * of the run.
 *
 * ```text
 * main: A1(Workflow t1) ─ U1(result; toolUseResult.runId = wf_1)      s1/subagents/workflows/wf_1/agent-7f.jsonl
 * ⇒ agent 7f is spawned at U1
 * ```
 *
 * The description of an agent comes from its sidecar, else from the journal of the run (`phase`, `label`).
 */
export const workflowRun: LinkRule = {
  name: "workflow-run",
  *link(open, view) {
    let launched: Map<string, CallList> | undefined;
    for (const [folder, threads] of groupBy(open, ({ info }) => folderOf(info.path))) {
      const [session, id] = folder.split("/subagents/workflows/");
      if (session === undefined || id === undefined) continue;
      const snapshot = view.sidecars.get(`${session}/workflows/${id}.json`);
      const task = isObject(snapshot) ? text(snapshot["taskId"]) : undefined;
      launched ??= findLaunches(callIndex(view).all, view);
      const found = [launched.get(keyOfRun(id)), task === undefined ? undefined : launched.get(keyOfTask(task))];
      const labels = labelsIn(folder, view);
      for (const { info } of threads) {
        const call = firstOf(found, info);
        if (call === undefined) break;
        const link = linkTo(info, call, `${call.id} launched run ${id}`);
        const description = info.agent!.description ?? labels.get(info.agent!.agentId);
        yield { ...link, agent: { ...link.agent, description } };
      }
    }
  },
};

/** `<session>/subagents/workflows/<run>` for an agent of a workflow, at any depth below it; empty for any other. */
function folderOf(path: string): string {
  return /^.*?\/subagents\/workflows\/[^/]+(?=\/)/.exec(path)?.[0] ?? "";
}

function keyOfRun(id: string): string {
  return `run ${id}`;
}

function keyOfTask(id: string): string {
  return `task ${id}`;
}

/** The calls by the runs and tasks that their results name. */
function findLaunches(calls: readonly Call[], view: LinkView): Map<string, CallList> {
  const launched = new Map<string, Call[]>();
  for (const call of calls)
    for (const key of new Set(launchesOf(call))) {
      const same = launched.get(key);
      if (same) same.push(call);
      else launched.set(key, [call]);
    }
  return listCalls(launched, view);
}

function* launchesOf(call: Call): Generator<string> {
  const { runId, transcriptDir, taskId } = recordOf(call);
  if (typeof runId === "string") yield keyOfRun(runId);
  const folders = (text(transcriptDir) ?? "").split("/");
  while (folders.at(-1) === "") folders.pop();
  if (folders.length > 2 && folders.at(-2) === "workflows") yield keyOfRun(folders.at(-1)!);
  if (typeof taskId === "string") yield keyOfTask(taskId);
  const named = call.name === "Workflow" ? taskLine.exec(resultTexts(call).join("\n"))?.[1] : undefined;
  if (named !== undefined) yield keyOfTask(named);
}

/** The first call in the session of a thread; in its family if there is none. */
function firstOf(lists: readonly (CallList | undefined)[], info: ThreadInfo): Call | undefined {
  const own = lists.map((list) => list?.inSession(info.sessionId));
  const [first] = (own.some(Boolean) ? own : lists.map((list) => list?.inFamily(info)))
    .flatMap((list) => list?.all[0] ?? [])
    .sort((a, b) => a.index - b.index);
  return first;
}

const taskLine = new RegExp(`\\b${clientPhrase("task-id")}(\\S+)`);

/** The descriptions of agents in the journal of a run, by agent id. */
function labelsIn(folder: string, { sidecars }: LinkView): Map<string, string> {
  const journal = sidecars.get(`${folder}/journal.jsonl`);
  const labels = new Map<string, string>();
  for (const record of Array.isArray(journal) ? (journal as unknown[]) : []) {
    if (!isObject(record) || typeof record["agentId"] !== "string") continue;
    const label = [text(record["phase"]), text(record["label"])].filter(Boolean).join(": ");
    if (label !== "" && !labels.has(record["agentId"])) labels.set(record["agentId"], label);
  }
  return labels;
}
