import { makeButton, type Scope, word } from "./dom.ts";

/** How near to the end of the page its reader follows it, in pixels. */
const nearPx = 60;

/**
 * Call this before the page changes.
 *
 * @returns called afterwards, with whether there are new messages: a reader who was at the end is there again, another one gets a
 *   button that leads to the end.
 */
export function followEnd(scope: Scope): (hasNew: boolean) => void {
  const wasAtEnd = isAtEnd() && scrollY > 0;
  const hadNext = nextPage() !== null;
  return (hasNew) => {
    const next = hadNext ? null : nextPage();
    if (wasAtEnd && !next) scrollToEnd(5);
    else if (hasNew && (next || !isAtEnd())) offer(scope, next);
  };
}

function isAtEnd(): boolean {
  return innerHeight + scrollY >= document.documentElement.scrollHeight - nearPx;
}

/** The link to the page on which the conversation continues. */
function nextPage(): HTMLAnchorElement | null {
  return document.querySelector(".pager [rel=next]");
}

/** Show a button that leads to the end, or to the page that has begun. */
function offer({ root }: Scope, next: HTMLAnchorElement | null): void {
  root.querySelector(".latest")?.remove();
  const button = makeButton("latest", word({ root, isPage: true }, "latest"));
  const hide = () => {
    if (next || !isAtEnd()) return;
    button.remove();
    removeEventListener("scroll", hide);
  };
  button.addEventListener("click", () => (next ? next.click() : scrollToEnd(5)));
  addEventListener("scroll", hide, { passive: true });
  root.querySelector(".main")?.append(button);
}

/** Scroll to the end in several frames: messages get their true height only when they come into view. */
function scrollToEnd(frames: number): void {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  if (frames > 0) requestAnimationFrame(() => scrollToEnd(frames - 1));
}
