/** Pages that are made of the sources, by their place on the site. */
export async function madePages(_top: string): Promise<ReadonlyMap<string, string>> {
  return new Map();
}
