import { parentPort, workerData } from "node:worker_threads";
import { isForUser } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import { foldersOf } from "@ccdag/library";
import { sitePartsOf } from "./pages/site-parts.ts";
import { LiveProject } from "./live/live-project.ts";
import type { ProjectAnswer, ProjectCall, ProjectJob } from "./live/project-job.ts";

// A thread that reads and renders projects for `ccdag serve`, so that the server answers meanwhile.
// Outside of a thread, as where modules are only looked at, there is no job.
const { followLinks, cache, roots, user, ...options } = (workerData ?? {}) as ProjectJob;
const io = { followLinks, cache, roots, config: undefined, processor: undefined };
const config = { ...user, plugins: [] };
const projects = new Map<string, LiveProject>();

parentPort?.on("message", (call: ProjectCall) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  void run(call).then((answer) => parentPort!.postMessage(answer));
});

async function run({ id, name, source, method, given }: ProjectCall): Promise<ProjectAnswer> {
  // A project gets other folders when the first session of a worktree begins.
  const key = [name, ...foldersOf([source])].join("\n");
  let project = projects.get(key);
  if (project === undefined) {
    project = new LiveProject(source, { ...options, config, divide: () => sitePartsOf(source, io, false) });
    projects.set(key, project);
  }
  try {
    const result: unknown = await (project[method] as (...args: readonly unknown[]) => unknown)(...given);
    return { id, result, cost: project.cost };
  } catch (error) {
    return { id, failure: isForUser(error) ? error.message : whyOf(error), cost: project.cost };
  }
}
