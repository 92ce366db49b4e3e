// `pnpm bench order`: how long `kahn` takes, written into the README of @ccdag/order.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { kahn, verifyOrder } from "@ccdag/order";
import { Bench } from "tinybench";
import { floor, sortedQueue } from "./peers.mjs";
import { makeItems, shapes } from "./shapes.mjs";

const most = 1_000_000;
const sizes = [1000, 10_000, 100_000, most];
const readme = new URL("../../packages/order/README.md", import.meta.url);
const read = { ids: ({ id }) => id, parent: ({ parent }) => parent, priority: ({ time }) => time };

// Each row has a process of its own: none inherits the heap of another. A machine may be slow for minutes: all rows are
// measured in turn, twice, and the better one counts.
const [only] = process.argv.slice(3);
if (only === undefined) {
  const rows = shapes.flatMap((shape) => sizes.map((size) => ({ shape, size, limit: 10_000 })));
  for (const round of [1, 2])
    for (const row of rows) {
      const { own, least, peer } = await runApart(row);
      row.own = Math.min(row.own ?? own, own);
      row.least = Math.min(row.least ?? least, least);
      // The peer takes long: it is asked once, and for no list longer than one that it could not do.
      if (round === 1) row.peer = peer;
      const isDone = (other) => other === row || (peer === undefined && other.shape === row.shape);
      for (const other of rows.filter(isDone)) other.limit = 0;
      console.log(round, row);
    }
  await writeReadme(rows);
} else {
  const { shape, size, limit } = JSON.parse(only);
  process.send(await measure(shape, size, limit));
}

async function runApart(row) {
  const child = fork(new URL("run.mjs", import.meta.url), ["order", JSON.stringify(row)]);
  const [measured] = await once(child, "message");
  return measured;
}

async function measure(shape, size, limit) {
  // Each run orders a million items, in one list or in many: caches and the collector of garbage have the same to do.
  const lists = Array.from({ length: most / size }, (_, index) => makeItems(shape, size, index + 1));
  assertRight(lists[0]);
  const bench = new Bench({ iterations: 4, time: 0, warmupIterations: 4, warmupTime: 0 });
  bench.add("kahn", () => lists.forEach((items) => kahn(items, read)));
  bench.add("floor", () => lists.forEach((items) => floor(items)));
  await bench.run();
  const [own, least] = bench.tasks.map(({ result }) => (result.latency.min * 1e6) / most);
  const start = performance.now();
  const peer = limit > 0 && sortedQueue(lists[0], limit) ? ((performance.now() - start) * 1e6) / size : undefined;
  return { own, least, peer };
}

function assertRight(items) {
  const { order, cyclic } = kahn(items, read);
  if (order.length !== items.length || cyclic.length > 0 || verifyOrder(order, read).length > 0)
    throw new Error("Expected a right order of all items");
}

async function writeReadme(rows) {
  const head = ["shape", "items", "`kahn`", "floor", "share", "queue sorted at each step"];
  const cells = rows.map(({ shape, size, own, least, peer }) => [
    shape,
    size.toLocaleString("en"),
    own.toFixed(0),
    least.toFixed(0),
    (own / least).toFixed(2),
    peer === undefined ? "–" : peer.toFixed(0),
  ]);
  const growth = shapes.map((shape) => {
    const [small, great] = [10_000, most].map((wanted) =>
      rows.find((row) => row.shape === shape && row.size === wanted),
    );
    return `${shape} ${(great.own / small.own).toFixed(1)} (floor ${(great.least / small.least).toFixed(1)})`;
  });
  const text = await readFile(readme, "utf8");
  const table = `${toTable(head, cells)}\n\nTime per item, from 10,000 to 1,000,000 items, grows by a factor of: ${growth.join(", ")}.`;
  await writeFile(
    readme,
    text.replace(/(<!-- bench -->\n)[^]*?(\n<!-- \/bench -->)/, (_, from, to) => `${from}\n${table}\n${to}`),
  );
}

/** A Markdown table; numbers stand to the right. */
function toTable(head, cells) {
  const widths = head.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column].length)));
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(head), rule, ...cells.map(line)].join("\n");
}
