// `pnpm bench order`: measures `kahn`, prints the figures, and writes those of the least and the largest size to the README of
// @ccdag/order.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { kahn, verifyOrder } from "@ccdag/order";
import { Bench } from "tinybench";
import { floor, sortedQueue } from "./peers.mjs";
import { makeItems, shapes } from "./shapes.mjs";

const max = 1_000_000;
const sizes = [1000, 10_000, 100_000, max];
const readme = new URL("../../packages/order/README.md", import.meta.url);
const read = { ids: ({ id }) => id, parent: ({ parent }) => parent, priority: ({ time }) => time };

// Each shape runs in a separate process, so that none inherits the heap of another. A machine is slow at times: the
// sizes are measured in turn, round by round, so that a slow moment affects all of them; the best of each counts.
const rounds = 12;
const [only] = process.argv.slice(3);
if (only === undefined) {
  const rows = [];
  for (const shape of shapes) {
    const child = fork(new URL("run.mjs", import.meta.url), ["order", shape]);
    const [measured] = await once(child, "message");
    rows.push(...measured);
    console.log(measured);
  }
  await writeReadme(rows);
} else process.send(await measure(only));

async function measure(shape) {
  // Each run orders a million items, in one list or in many: caches and the collector of garbage have the same to do.
  const rows = sizes.map((size) => {
    const lists = Array.from({ length: max / size }, (_, index) => makeItems(shape, size, index + 1));
    assertRight(lists[0]);
    return { shape, size, lists, own: Infinity, least: Infinity };
  });
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({ iterations: 1, time: 0, warmup: false });
    for (const { size, lists } of rows) {
      bench.add(`${size} kahn`, () => lists.forEach((items) => kahn(items, read)));
      bench.add(`${size} floor`, () => lists.forEach((items) => floor(items)));
    }
    await bench.run();
    const best = bench.tasks.map(({ result }) => (result.latency.min * 1e6) / max);
    for (const [index, row] of rows.entries()) {
      row.own = Math.min(row.own, best[2 * index]);
      row.least = Math.min(row.least, best[2 * index + 1]);
    }
  }
  let limit = 10_000;
  return rows.map(({ lists, ...row }) => {
    const start = performance.now();
    const isDone = limit > 0 && sortedQueue(lists[0], limit) !== undefined;
    if (!isDone) limit = 0;
    return { ...row, peer: isDone ? ((performance.now() - start) * 1e6) / row.size : undefined };
  });
}

function assertRight(items) {
  const { order, cyclic } = kahn(items, read);
  if (order.length !== items.length || cyclic.length > 0 || verifyOrder(order, read).length > 0)
    throw new Error("Expected a right order of all items");
}

function timesOf({ own, least }) {
  return `${own.toFixed(0)} (${least.toFixed(0)})`;
}

async function writeReadme(rows) {
  const rowOf = (shape, size) => rows.find((row) => row.shape === shape && row.size === size);
  const cells = shapes.map((shape) => [shape, timesOf(rowOf(shape, 1000)), timesOf(rowOf(shape, max))]);
  const table = toTable(["shape", "1,000 items", "1,000,000 items"], cells);
  const text = await readFile(readme, "utf8");
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
