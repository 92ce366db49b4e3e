import type { Scope } from "../dom.ts";

/** Listen to an event as long as the view is there. */
export function listen(
  { signal }: Scope,
  target: EventTarget | null | undefined,
  type: string,
  listener: (event: Event) => void,
): void {
  target?.addEventListener(type, listener, signal ? { signal } : {});
}
