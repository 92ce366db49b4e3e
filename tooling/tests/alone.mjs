// The packages whose fast tests run in a process of their own.
import { basename } from "node:path";

/** @type {Readonly<Record<string, number>>} */
const least = { order: 100, ccast: 100, core: 95, agents: 95 };

/**
 * How many lines of a package its own fast tests run, at least, in percent; `undefined` if they are not counted.
 *
 * @param {string} folder of the package.
 * @returns {number | undefined}
 */
export function leastLines(folder) {
  return least[basename(folder)];
}

/** They replace modules of Node.js before anything is loaded. */
const replacing = new Set(["mcp"]);

/**
 * Whether the fast tests of a package can run in one process with those of others.
 *
 * @param {string} folder of the package.
 */
export function canShare(folder) {
  return leastLines(folder) === undefined && !replacing.has(basename(folder));
}
