import type { FoundItem } from "../site-search.ts";

/** How many results are filled at once; the others when they come into view. */
const filledAtOnce = 5;

/**
 * Show what pages say that were found, one after another, as long as nothing else is searched for.
 *
 * @param found the results.
 * @param isCurrent whether they are still those of the last search.
 */
export async function fillInView(found: readonly FoundItem[], isCurrent: () => boolean): Promise<void> {
  for (const { fill } of found.slice(0, filledAtOnce)) if (isCurrent()) await fill().catch(() => {});
  const later = new Map(found.slice(filledAtOnce).map(({ item, fill }) => [item as Element, fill]));
  const observer = new IntersectionObserver((entries) => {
    if (!isCurrent()) return observer.disconnect();
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      void later.get(target)!().catch(() => {});
    }
    return undefined;
  });
  for (const item of later.keys()) observer.observe(item);
}
