import type { Dag } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { isCommand, isPassthrough } from "../entry/kind.ts";
import { report, type Report } from "../report.ts";
import { expectedRoot } from "./roots.ts";

/**
 * Report unexpected roots. Known shapes are not reported. A missing parent is a warning, a lost hook a remark. Further
 * beginnings of unknown shape are one warning for the thread.
 *
 * @param roots the roots of one thread that are not alternatives, by (path, line).
 * @param dag the graph.
 * @param options where messages go.
 */
export function reportRoots(
  roots: readonly Entry[],
  dag: Dag,
  options: { readonly report?: Report | undefined },
): void {
  let unexpected = 0;
  let hasBegun = false;
  for (const [index, root] of roots.entries()) {
    const edge = dag.edge(root.id);
    const shape = expectedRoot(root, !hasBegun, dag);
    hasBegun ||= !isCommand(root) && !isPassthrough(root);
    if (edge?.kind === "missing")
      report(
        options,
        "missing-parent",
        root.location,
        `Unexpected parent \`${edge.to}\` that no file holds`,
        shape ? "info" : "warning",
      );
    else if (index > 0 && edge === undefined && shape === undefined) unexpected++;
  }
  if (unexpected > 0)
    report(
      options,
      "unexpected-root",
      roots[0]!.location,
      `Unexpected ${unexpected} further beginnings in one file, expected one`,
    );
}
