// Hostile archives: each shape makes what a quadratic algorithm stumbles over. The same input gives the same bytes.
import { agents } from "./agents.mjs";
import { copies } from "./copies.mjs";
import { threads } from "./threads.mjs";

export const shapes = { ...copies, ...threads, ...agents };

/** The files of a shape with about n lines. */
export function makeFiles(shape, n) {
  const files = Object.entries(shapes[shape](n)).map(([path, value]) => [
    path,
    Array.isArray(value) ? `${value.map((record) => JSON.stringify(record)).join("\n")}\n` : JSON.stringify(value),
  ]);
  return new Map(files);
}
