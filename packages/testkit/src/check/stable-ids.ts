import { message } from "../build.ts";
import type { ConformanceOptions } from "../kit-options.ts";
import { read } from "../read/read.ts";
import { anchorAt } from "../read/reading.ts";
import { samples } from "../samples.ts";
import { expectedOf, nameOf } from "../wording.ts";

/** An anchor keeps its name when a message is added before it, so that shared links stay valid. */
export function stableIds({ render, options }: ConformanceOptions): string[] {
  return samples().flatMap(({ name, tree }) => {
    const expected = expectedOf(tree, options.without);
    const before = read(render(tree), options.format);
    const [first] = tree.children;
    if (first?.type !== "session") return [];
    const more = {
      ...tree,
      children: [
        { ...first, children: [message("new", "Something new"), ...first.children] },
        ...tree.children.slice(1),
      ],
    };
    const after = read(render(more), options.format);
    return expected.flatMap((one) => {
      if (one.last === undefined) return [];
      const was = anchorAt(before, before.text.indexOf(one.last));
      const is = anchorAt(after, after.text.indexOf(one.last));
      // The anchor of a text may be after it.
      const isAfter =
        anchorAt(before, before.text.indexOf(one.last), 1) === anchorAt(after, after.text.indexOf(one.last), 1);
      return was === is || isAfter
        ? []
        : [`the anchor of ${nameOf(one)} is \`${was}\`, and with a message before it \`${is}\` (${name})`];
    });
  });
}
