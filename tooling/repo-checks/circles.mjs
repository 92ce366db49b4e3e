// Finds files that import one another in a circle, also if they take only types. Circles of values are refused by the linter.
import { dirname, join } from "node:path/posix";

/**
 * The circles of imports, the largest first.
 *
 * @param {ReadonlyMap<string, string>} texts the text of each file, by its path.
 * @returns {string[][]} the files of each, sorted.
 */
export function circlesIn(texts) {
  const edges = new Map(
    [...texts].map(([path, text]) => [path, importsOf(path, text).filter((one) => texts.has(one))]),
  );
  const back = new Map([...texts.keys()].map((path) => [path, []]));
  for (const [path, imported] of edges) for (const one of imported) back.get(one).push(path);
  // What a file reaches, and what reaches it (Kosaraju); without recursion, because chains are long.
  const order = [];
  const seen = new Set();
  for (const path of edges.keys()) visit(path, edges, seen, (one) => order.push(one));
  const found = [];
  const taken = new Set();
  for (const path of order.reverse()) {
    const circle = [];
    visit(path, back, taken, (one) => circle.push(one));
    if (circle.length > 1) found.push(circle.sort((a, b) => (a < b ? -1 : 1)));
  }
  return found.sort((a, b) => b.length - a.length || (a[0] < b[0] ? -1 : 1));
}

/** Visit what is not seen yet, each after all that it leads to. */
function visit(start, edges, seen, done) {
  if (seen.has(start)) return;
  seen.add(start);
  const stack = [{ path: start, next: 0 }];
  while (stack.length > 0) {
    const top = stack.at(-1);
    const one = edges.get(top.path)[top.next++];
    if (one === undefined) {
      stack.pop();
      done(top.path);
    } else if (!seen.has(one)) {
      seen.add(one);
      stack.push({ path: one, next: 0 });
    }
  }
}

function importsOf(path, text) {
  const named = text.matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)"/gm);
  return Array.from(named, ([, to]) => join(dirname(path), to));
}
