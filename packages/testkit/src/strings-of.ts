/** All strings of a value in order, without recursion. */
export function stringsOf(value: unknown): string[] {
  const found: string[] = [];
  const stack = [value];
  while (stack.length > 0) {
    const top = stack.pop();
    if (typeof top === "string") found.push(top);
    else if (typeof top === "object" && top !== null) for (const one of Object.values(top).reverse()) stack.push(one);
  }
  return found;
}
