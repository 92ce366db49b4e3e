/**
 * Names for files: what no file system dislikes. A name that comes again gets a number, also where only its case
 * differs.
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
