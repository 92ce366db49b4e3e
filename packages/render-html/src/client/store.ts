/** A choice of the reader, kept from page to page; an empty string where there is none, or no storage. */
export function recall(name: string): string {
  try {
    return localStorage.getItem(`ccdag-${name}`) ?? "";
  } catch {
    return "";
  }
}

/** Keep a choice of the reader; an empty string removes it. */
export function keep(name: string, value: string): void {
  try {
    if (value === "") localStorage.removeItem(`ccdag-${name}`);
    else localStorage.setItem(`ccdag-${name}`, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
