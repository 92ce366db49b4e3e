// A process of the test of workers: `worker-process.mjs worker|server <address>`. It prints a line for each job, or its address.
import { serveStore, startWorker } from "../dist/index.js";

const [kind, address] = process.argv.slice(2);
if (kind === "server") console.log((await serveStore({ where: address, port: 0, token: false })).url);
else {
  await startWorker(address, { expireSeconds: 2, log: ({ error }) => console.log(error ?? "done") });
  console.log("ready");
}
