/**
 * Make file names that are valid in every file system. A name that was used before gets a number, also if it differs only
 * in case.
 *
 * @param ending the file ending of all names, with the dot.
 * @returns a function that returns the unique file name for a name.
 */
export function uniqueNames(ending: string): (name: string) => string {
  const taken = new Map<string, number>();
  return (name) => {
    const safe = name.replace(/[^\w.-]/g, "-").slice(0, 120);
    let count = taken.get(safe.toLowerCase()) ?? 0;
    const numbered = () => (++count > 1 ? `${safe}-${count}` : safe);
    let free = numbered();
    while (taken.has(free.toLowerCase())) free = numbered();
    taken.set(free.toLowerCase(), 1).set(safe.toLowerCase(), count);
    return `${free}${ending}`;
  };
}
