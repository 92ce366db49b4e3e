import { parentPort, workerData } from "node:worker_threads";
import { isForUser } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import { sitePartsOf } from "./pages/site-parts.ts";
import { LiveProject } from "./live/live-project.ts";
import type { ProjectAnswer, ProjectCall, ProjectJob } from "./live/project-job.ts";

// A thread that reads and renders projects for `ccdag serve`, so that the server answers meanwhile.
// Outside of a thread, as where modules are only looked at, there is no job.
const { followLinks, cache, user, ...options } = (workerData ?? {}) as ProjectJob;
const io = { followLinks, cache, config: undefined, processor: undefined };
const config = { ...user, plugins: [] };
const projects = new Map<string, LiveProject>();

parentPort?.on("message", (call: ProjectCall) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  void run(call).then((answer) => parentPort!.postMessage(answer));
});

async function run({ id, name, source, method, given }: ProjectCall): Promise<ProjectAnswer> {
  let project = projects.get(name);
  if (project === undefined) {
    project = new LiveProject(name, source, { ...options, config, divide: () => sitePartsOf(source, io, false) });
    projects.set(name, project);
  }
  try {
    const result: unknown = await (project[method] as (...args: readonly unknown[]) => unknown)(...given);
    return { id, result, cost: project.cost };
  } catch (error) {
    return { id, failure: isForUser(error) ? error.message : whyOf(error), cost: project.cost };
  }
}
