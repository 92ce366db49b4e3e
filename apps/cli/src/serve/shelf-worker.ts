import { parentPort, workerData } from "node:worker_threads";
import { isForUser } from "../io.ts";
import { sitePartsOf } from "../site/site-parts.ts";
import { whyOf } from "../why.ts";
import { Shelf } from "./shelf.ts";
import type { ShelfAnswer, ShelfCall, ShelfJob } from "./shelf-job.ts";

// A thread that reads and renders projects for `ccdag serve`, so that the server answers meanwhile.
// Outside of a thread, as where modules are only looked at, there is no job.
const { followLinks, cache, user, ...options } = (workerData ?? {}) as ShelfJob;
const io = { followLinks, cache, config: undefined, processor: undefined };
const config = { ...user, plugins: [] };
const shelves = new Map<string, Shelf>();

parentPort?.on("message", (call: ShelfCall) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  void run(call).then((answer) => parentPort!.postMessage(answer));
});

async function run({ id, name, source, method, given }: ShelfCall): Promise<ShelfAnswer> {
  let shelf = shelves.get(name);
  if (shelf === undefined) {
    shelf = new Shelf(name, source, { ...options, config, divide: () => sitePartsOf(source, io, false) });
    shelves.set(name, shelf);
  }
  try {
    const result: unknown = await (shelf[method] as (...args: readonly unknown[]) => unknown)(...given);
    return { id, result, cost: shelf.cost };
  } catch (error) {
    return { id, failure: isForUser(error) ? error.message : whyOf(error), cost: shelf.cost };
  }
}
