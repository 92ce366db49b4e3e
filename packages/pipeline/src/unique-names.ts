/**
 * Make file names that are valid in every file system. A name that was used before gets a number, also if it differs only
 * in case.
 *
 * @param ending the file ending of all names, with the dot.
 * @param safe returns a valid name for a name (default: at most 120 ASCII letters, digits, `_`, `.` and `-`).
 * @returns a function that returns the unique file name for a name.
 */
export function uniqueNames(ending: string, safe: (name: string) => string = asciiName): (name: string) => string {
  const taken = new Map<string, number>();
  return (name) => {
    const valid = safe(name);
    let count = taken.get(valid.toLowerCase()) ?? 0;
    const numbered = () => (++count > 1 ? `${valid}-${count}` : valid);
    let free = numbered();
    while (taken.has(free.toLowerCase())) free = numbered();
    taken.set(free.toLowerCase(), 1).set(valid.toLowerCase(), count);
    return `${free}${ending}`;
  };
}

function asciiName(name: string): string {
  return name.replace(/[^\w.-]/g, "-").slice(0, 120);
}
