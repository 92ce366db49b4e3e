// What a trace of strace says about the files of the project, and what turbo should know of them.
import { join, relative } from "node:path";
import { withDependencies } from "./tasks.mjs";

/** What every task may open: turbo has it in every hash, it is made by the task itself, or no result depends on it. */
const always = [
  /^(?:package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|turbo\.json|\.npmrc)$/,
  /(?:^|\/)(?:node_modules|\.git|\.turbo)\//,
  /(?:^|\/)out\/(?:trace|tests)\//,
  // Where tests of READMEs and generators write what they run.
  /^tooling\/(?:new|readme|release-smoke)\/out\//,
  // What starts the scripts.
  /^tooling\/gate\/bin\//,
  // Node looks there for the type of a module, and vite follows the references of `tsconfig.json`. Those of packages that a task
  // depends on are its inputs anyway.
  /^(?:tsconfig\.json|(?:packages|apps|tooling)\/[^/]+\/(?:package|tsconfig)\.json)$/,
];

/**
 * What a task opens without depending on it. Tasks that work on a copy of the whole project, or list it, have in their keys what
 * their results depend on: its packages, their interfaces, and what imports what.
 */
const harmless = [
  { task: /^@ccdag\/(?:gate|new|release-smoke)#test:slow$/, files: /^/ },
  // A report names the types of other packages, and does not say what they are.
  { task: /#api$/, files: /^packages\/render-tables\/src\// },
];

/**
 * The files below a folder that a trace opens to read.
 *
 * @param {string} trace what `strace -y` wrote: each line ends with the path of the file that was opened.
 * @param {string} folder absolute.
 * @returns {string[]} relative paths, sorted.
 */
export function opened(trace, folder) {
  const below = join(folder, "/");
  /** @type {Set<string>} */
  const found = new Set();
  for (const [, flags, path] of trace.matchAll(/"[^"]*"(?:\.\.\.)?, ([A-Z_|]+)[^\n]*= \d+<([^>\n]+)>$/gm))
    if (path.startsWith(below) && !/O_WRONLY|O_DIRECTORY|O_CREAT|O_PATH/.test(flags)) found.add(relative(below, path));
  return [...found].sort();
}

/**
 * The files that turbo does not know of, when a task has opened them.
 *
 * @param {string} id of the task.
 * @param {string[]} files relative to the top.
 * @param {{taskId: string, directory: string, dependencies: string[], inputs: Record<string, string>, outputs: string[] | null}[]} plan
 *   the tasks of `turbo run … --dry=json`.
 * @param {string[]} global inputs of every task.
 */
export function unknownTo(id, files, plan, global) {
  const tasks = new Map(plan.map((task) => [task.taskId, task]));
  const known = new Set(global);
  const made = [];
  for (const one of withDependencies(id, tasks)) {
    const { directory, inputs, outputs } = tasks.get(one) ?? { directory: "", inputs: {}, outputs: [] };
    for (const path of Object.keys(inputs)) known.add(join(directory, path));
    for (const glob of outputs ?? []) made.push(join(directory, glob).replace(/\*\*$/, ""));
  }
  const ignored = [...always, ...harmless.filter(({ task }) => task.test(id)).map(({ files: some }) => some)];
  const isKnown = (file) =>
    known.has(file) || ignored.some((one) => one.test(file)) || made.some((path) => file.startsWith(path));
  return files.filter((file) => !isKnown(file));
}
