import type { ConformanceOptions } from "../kit-options.ts";
import { huge, samples } from "../samples.ts";
import { atAnotherTime } from "./clock.ts";

const all = () => [...samples(), huge()[0]!];

/** The same tree gives the same bytes, whatever was rendered before. */
export function determinism({ render }: ConformanceOptions): string[] {
  const first = all().map(({ tree }) => render(tree));
  return all().flatMap(({ name, tree }, at) => {
    const second = render(tree);
    return first[at] === second
      ? []
      : [`the same tree is rendered in two ways: ${difference(first[at]!, second)} (${name})`];
  });
}

/** The output does not depend on the current time and time zone. */
export function clock({ render }: ConformanceOptions): string[] {
  const [then, again] = [samples(), samples()];
  return samples().flatMap(({ name, tree }, at) => {
    const now = render(tree);
    const later = atAnotherTime(() => render(then[at]!.tree));
    // Output that always changes is the fault of another check.
    if (now === later || render(again[at]!.tree) !== now) return [];
    return [`the output changes with the time or time zone: ${difference(now, later)} (${name})`];
  });
}

/** Rendering does not change the tree. */
export function untouched({ render }: ConformanceOptions): string[] {
  return samples().flatMap(({ name, tree }) => {
    const before = JSON.stringify(tree);
    try {
      render(freeze(tree));
      return JSON.stringify(tree) === before ? [] : [`rendering a tree changes it (${name})`];
    } catch (error) {
      return [`rendering a tree changes it: ${error instanceof Error ? error.message : String(error)} (${name})`];
    }
  });
}

/** Freeze a value and everything in it. */
function freeze<T extends object>(value: T): T {
  const stack: object[] = [value];
  for (let one = stack.pop(); one; one = stack.pop()) {
    Object.freeze(one);
    for (const inner of Object.values(one) as unknown[])
      if (typeof inner === "object" && inner !== null) stack.push(inner);
  }
  return value;
}

/** The first difference, with some characters around it. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 15), at + 25));
  return `${around(one)} and ${around(other)}`;
}
