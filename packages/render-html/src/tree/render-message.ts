import type { Section } from "@ccdag/mdast";
import type { Element, ElementContent, Properties } from "hast";
import type { HastContent } from "./context.ts";
import { element } from "./element.ts";
import { wrap } from "./lines.ts";

/** A message, compaction or client message, with its anchor as id. */
export function renderMessage(node: Section, all: HastContent["all"], id: Properties): Element {
  const className = [node.landmark.kind, ...(node.isAnswer ? ["answer"] : [])];
  return element("article", { ...id, className }, withPermalink(wrap(all(node)), id["id"]));
}

/**
 * Make the time in the heading of a message a permalink to the message, with the sign that divides it from the speaker. What is
 * behind it, such as the model, is a fact beside.
 */
function withPermalink(children: ElementContent[], id: string | undefined): ElementContent[] {
  const heading = children.find((child): child is Element => child.type === "element" && /^h\d$/.test(child.tagName));
  const at = heading?.children.findIndex((child) => child.type === "element" && child.tagName === "time") ?? -1;
  if (heading && id !== undefined && at >= 0) {
    const [time, ...facts] = heading.children.splice(at);
    const sign = cutSign(heading.children.at(-1));
    heading.children.push(element("a", { className: ["permalink"], href: `#${id}` }, sign, time!));
    if (facts.length > 0) heading.children.push(element("span", { className: ["facts"] }, facts));
  }
  return children;
}

/** Take the sign that divides the speaker from the time off the end of a text. */
function cutSign(before: ElementContent | undefined): string {
  const sign = " · ";
  if (before?.type !== "text" || !before.value.endsWith(sign)) return "";
  before.value = before.value.slice(0, -sign.length);
  return sign;
}
