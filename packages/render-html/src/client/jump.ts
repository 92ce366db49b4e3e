/** What was laid out for the last jump. */
let near: Element[] = [];

/** So many blocks before and after the target of a jump are laid out. */
const nearBlocks = 3;

/** Lay out the blocks around the target of a jump: what is out of view has an estimated height, and the target would move. */
export function layOutAround(target: Element): void {
  for (const one of near) one.classList.remove("near");
  near = [];
  for (let at: Element | null = target; at && !at.matches(".main"); at = at.parentElement) {
    if (!at.matches("article, .turn, .made")) continue;
    const siblings = [...(at.parentElement?.children ?? [])];
    const index = siblings.indexOf(at);
    for (const one of siblings.slice(Math.max(0, index - nearBlocks), index + nearBlocks + 1)) {
      one.classList.add("near");
      near.push(one);
    }
  }
}

/** How often scrolling is repeated: elements get their true height only when they come into view. */
const maxAttempts = 12;

/** A jump ends when the target has not moved for so many frames: what comes into view gets its height a frame later. */
const stillFrames = 3;

/** Counts jumps: a jump that is not the newest one stops. */
let jumps = 0;

/**
 * Scroll, once per frame, until the target no longer moves. A newer jump, or a reader who scrolls away, ends it.
 *
 * @param scroll scrolls to the target.
 * @param top the distance of the target from the top of the window, in pixels.
 */
export function bringIntoView(scroll: () => void, top: () => number): void {
  const jump = ++jumps;
  let attemptsLeft = maxAttempts;
  /** In so many frames the target was where it was in the frame before. */
  let still = 0;
  let last = Number.NaN;
  let scrolled = Number.NaN;
  const step = () => {
    if (jump !== jumps || isScrolledAway(scrollY - scrolled, top() - last)) return;
    scroll();
    const now = top();
    still = Math.abs(now - last) < 1 ? still + 1 : 0;
    last = now;
    scrolled = scrollY;
    if (still < stillFrames && attemptsLeft-- > 0) requestAnimationFrame(step);
  };
  step();
}

/** Whether the reader scrolled. The browser scrolls too while heights change, but then the target stays in view. */
function isScrolledAway(moved: number, shift: number): boolean {
  return Math.abs(moved) >= 1 && (Math.abs(moved + shift) < 1 || Math.abs(shift) > innerHeight / 2);
}
