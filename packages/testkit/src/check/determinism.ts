import type { ConformanceOptions } from "../options.ts";
import { huge, samples } from "../samples.ts";
import { atAnotherTime } from "./clock.ts";

const all = () => [...samples(), huge()[0]!];

/** The same tree gives the same bytes, whatever was told before it. */
export function determinism({ render }: ConformanceOptions): string[] {
  const first = all().map(({ tree }) => render(tree));
  return all().flatMap(({ name, tree }, at) => {
    const second = render(tree);
    return first[at] === second
      ? []
      : [`the same tree is told in two ways: ${difference(first[at]!, second)} (${name})`];
  });
}

/** Nothing that is told depends on when or where it is told. */
export function clock({ render }: ConformanceOptions): string[] {
  const [then, again] = [samples(), samples()];
  return samples().flatMap(({ name, tree }, at) => {
    const now = render(tree);
    const later = atAnotherTime(() => render(then[at]!.tree));
    // What is never the same is another fault.
    if (now === later || render(again[at]!.tree) !== now) return [];
    return [`it is told in another way at another time, or in another zone: ${difference(now, later)} (${name})`];
  });
}

/** A tree is as it was when it has been told: others tell it, too. */
export function untouched({ render }: ConformanceOptions): string[] {
  return samples().flatMap(({ name, tree }) => {
    const before = JSON.stringify(tree);
    try {
      render(freeze(tree));
      return JSON.stringify(tree) === before ? [] : [`telling a tree changes it (${name})`];
    } catch (error) {
      return [`telling a tree changes it: ${error instanceof Error ? error.message : String(error)} (${name})`];
    }
  });
}

/** Nothing in it can be changed. */
function freeze<T extends object>(value: T): T {
  const stack: object[] = [value];
  for (let one = stack.pop(); one; one = stack.pop()) {
    Object.freeze(one);
    for (const inner of Object.values(one) as unknown[])
      if (typeof inner === "object" && inner !== null) stack.push(inner);
  }
  return value;
}

/** What is different, with a little of what stands around it. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 15), at + 25));
  return `${around(one)} and ${around(other)}`;
}
