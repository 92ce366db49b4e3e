/** What a reader chose, from page to page; a page from a file may have no store. */
export function recall(name: string): string {
  try {
    return localStorage.getItem(`ccdag-${name}`) ?? "";
  } catch {
    return "";
  }
}

/** Keep a choice; an empty one is forgotten. */
export function keep(name: string, value: string): void {
  try {
    if (value === "") localStorage.removeItem(`ccdag-${name}`);
    else localStorage.setItem(`ccdag-${name}`, value);
  } catch {
    // Then it is for this page alone.
  }
}
