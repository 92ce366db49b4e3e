import { parentPort, workerData } from "node:worker_threads";
import { type ProjectPart, readPart } from "@ccdag/files";
import { isForUser } from "@ccdag/pipeline/tables";
import { type PartJob, type PartOutcome, runJob } from "./folder/part-job.ts";

// A thread that reads and renders parts of a project, one after the other. It writes nothing: what it rendered is sent back as
// bytes.
const job = workerData as PartJob;

parentPort?.on("message", (part: ProjectPart) => {
  void run(part).then((outcome) => {
    const buffers = outcome.result?.documents.flatMap(({ texts }) => texts.flat().map(({ buffer }) => buffer)) ?? [];
    parentPort!.postMessage(outcome, buffers as ArrayBuffer[]);
  });
});

async function run(part: ProjectPart): Promise<PartOutcome> {
  try {
    return { result: await runJob(job, await readPart(job, part)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { failure: { isRequest: isForUser(error), reason } };
  }
}
