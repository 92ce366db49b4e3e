/** A key, as Node reports it. */
export interface Key {
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
}

/**
 * Where a key moves the cursor of a list.
 *
 * @param key the key.
 * @param cursor where the cursor is.
 * @param count how many entries there are.
 * @param page how many are shown at once.
 * @returns the new place; absent if the key moves nothing.
 */
export function moveCursor(key: Key, cursor: number, count: number, page: number): number | undefined {
  const to = target(key, cursor, count, page);
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

function target({ name, ctrl }: Key, cursor: number, count: number, page: number): number | undefined {
  switch (ctrl === true ? `ctrl+${name}` : name) {
    case "up":
    case "ctrl+p":
      return cursor - 1;
    case "down":
    case "ctrl+n":
      return cursor + 1;
    case "pageup":
      return cursor - page;
    case "pagedown":
      return cursor + page;
    case "home":
      return 0;
    case "end":
      return count - 1;
    default:
      return undefined;
  }
}
