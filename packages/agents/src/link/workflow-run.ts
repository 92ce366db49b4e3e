import { clientPhrase, groupBy, isObject, type LinkRule, type LinkView } from "@ccdag/core";
import { text } from "../words.ts";
import { type Call, callIndex, inSession, recordOf, resultTexts } from "./calls.ts";
import { linkTo } from "./link-to.ts";

/**
 * The files of a workflow's agents are in a folder that has the id of the run, and no call names the agents one by one.
 * The result of the call that launched the run has this id; or it names a task, and the record of the run names the
 * same task.
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
    const index = callIndex(view);
    for (const [folder, threads] of groupBy(open, ({ info }) => folderOf(info.path))) {
      const [session, id] = folder.split("/subagents/workflows/");
      if (session === undefined || id === undefined) continue;
      const snapshot = view.sidecars.get(`${session}/workflows/${id}.json`);
      const task = isObject(snapshot) ? text(snapshot["taskId"]) : undefined;
      const found = index.all.filter((call) => launches(call, id, task));
      const labels = labelsIn(folder, view);
      for (const { info } of threads) {
        const call = inSession(found, info, view)[0];
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

function launches(call: Call, runId: string, taskId: string | undefined): boolean {
  const { runId: run, transcriptDir, taskId: task } = recordOf(call);
  if (run === runId || text(transcriptDir)?.replace(/\/+$/, "").endsWith(`/workflows/${runId}`)) return true;
  if (taskId === undefined) return false;
  return task === taskId || (call.name === "Workflow" && taskLine.exec(resultTexts(call).join("\n"))?.[1] === taskId);
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
