import { Worker } from "node:worker_threads";

/** What a client does all the time: sessions `a` and `b` get a message and its part in one transaction; the log is moved often. */
const program = `
const { workerData, parentPort } = require("node:worker_threads");
const sqlite = require(workerData.library);
const database = new sqlite.Database(workerData.path);
database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 200; PRAGMA synchronous = OFF");
const isStopped = new Int32Array(workerData.stop);
for (let count = 0; Atomics.load(isStopped, 0) === 0; count++) {
  database.exec("BEGIN");
  for (const session of ["a", "b"]) {
    const id = session + String(count).padStart(6, "0");
    const info = JSON.stringify({ role: "user", time: { created: 1e12 + count } });
    database.run("INSERT INTO message VALUES (?, ?, ?, ?, ?)", [id, session, 1e12 + count, 1e12 + count, info]);
    database.run("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", ["p" + id, id, session, 1, 1, JSON.stringify({ type: "text", text: "x".repeat(700) })]);
  }
  database.exec("COMMIT");
  if (count === 3) parentPort.postMessage("writing");
  Atomics.wait(isStopped, 0, 0, 8);
}
database.close();
`;

/**
 * Start a client that writes.
 *
 * @returns how to stop it, once it writes.
 */
export async function startWriter(path: string): Promise<() => Promise<void>> {
  const stop = new SharedArrayBuffer(4);
  const library = new URL(import.meta.resolve("node-sqlite3-wasm")).pathname;
  const worker = new Worker(program, { eval: true, workerData: { path, stop, library } });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
  await Promise.race([new Promise((resolve) => worker.once("message", resolve)), ended]);
  return async () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    Atomics.notify(new Int32Array(stop), 0);
    await ended;
  };
}
