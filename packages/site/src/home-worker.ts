import { parentPort, workerData } from "node:worker_threads";
import { Writer } from "@ccdag/keep/write";
import { isForUser } from "@ccdag/pipeline/tables";
import { whyOf } from "@ccdag/files/errors";
import type { LibraryIo } from "@ccdag/library";
import { type HomeAnswer, type HomeJob, type HomeRequest, readHere } from "./live/home/home-job.ts";

// A thread that lists and searches sessions for `ccdag serve`, so that the server answers meanwhile. It answers one request at a
// time. Outside of a thread, as where modules are only looked at, there is no job.
const job = (workerData ?? { roots: [] }) as HomeJob;
const io: LibraryIo = {
  ...job,
  cwd: "/",
  env: {},
  config: undefined,
  writer: new Writer(job.roots),
  stderr: () => {},
  isVerbose: false,
  isQuiet: true,
  zone: "utc",
  memo: new Map(),
};
const reader = readHere(io, { index: "./", prices: job.prices });
let stopping = new AbortController();

parentPort?.on("message", (request: HomeRequest) => {
  if (request.what === "stop") stopping.abort();
  else void run(request);
});

async function run(request: Exclude<HomeRequest, { what: "stop" }>): Promise<void> {
  stopping = new AbortController();
  try {
    if (request.what === "list") send({ transcripts: await reader.list(request.source) });
    else if (request.what === "read") for await (const rows of reader.read(request.source)) send({ rows });
    else await reader.search(request.source, request.words, stopping.signal, (found) => send({ found }));
    send({ failure: undefined });
  } catch (error) {
    send({ failure: isForUser(error) ? error.message : whyOf(error) });
  }
}

function send(answer: HomeAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort!.postMessage(answer);
}
