import { all } from "../dom.ts";
import { canBeSeen } from "../hidden.ts";

/** What may be a step: what was said, a call, and the files that a turn changed. */
const candidates =
  ".main :is(article:not(.reply), article.reply > .text, details.tool, details.agent, .turn > .changes)";
/** What is inside of these is no step of its own. */
const whole = "article:not(.reply), details.tool, details.agent, details.thinking, .changes";

/** The steps of a talk, in order. What filters and a path hide is stepped over. */
export function findSteps(root: HTMLElement): HTMLElement[] {
  return all(root, candidates).filter((one) => !one.parentElement!.closest(whole) && canBeSeen(one));
}

/** The block that is shown together: the turn of a step, or the step itself outside of turns. */
export function blockOf(step: Element): Element {
  return step.closest(".main section.turn") ?? step.closest("article") ?? step;
}

/** The uuid of the message of a step; `undefined` for what has none. */
export function uuidOf(step: Element): string | undefined {
  const id = step.closest("article[id]")?.id ?? step.querySelector("[id^=msg-]")?.id ?? blockOf(step).id;
  return /^(?:msg|turn)-(.+)$/.exec(id)?.[1];
}

/** The index of the step that is, contains or follows an element. */
export function stepAt(steps: readonly Element[], target: Element): number {
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  const at = steps.findIndex((one) => one.contains(target) || (target.compareDocumentPosition(one) & follows) !== 0);
  return at < 0 ? steps.length - 1 : at;
}

/** How long after the beginning of its block a step was, in milliseconds, as far as the page says. */
export function timeInBlock(step: Element): number {
  const times = [...blockOf(step).querySelectorAll("time")].filter((time) => {
    const order = step.compareDocumentPosition(time);
    return (order & (Node.DOCUMENT_POSITION_PRECEDING | Node.DOCUMENT_POSITION_CONTAINED_BY)) !== 0;
  });
  const [first, last] = [times[0], times.at(-1)].map((time) => Date.parse(time?.getAttribute("datetime") ?? ""));
  return Math.max(0, (last ?? 0) - (first ?? 0)) || 0;
}
