/** Returns a function that gives each id back, with a number where it is taken: `a`, `a_2`. */
export function createUniqueIds(): (id: string) => string {
  /** Ids that are in use, each with the last number that was added to it. */
  const ids = new Map<string, number>();
  return (id) => {
    let name = id;
    let number = ids.get(id) ?? 1;
    while (ids.has(name)) name = `${id}_${++number}`;
    ids.set(id, number);
    ids.set(name, ids.get(name) ?? 1);
    return name;
  };
}
