import { formatTime, type Kind } from "@ccdag/mdast";
import type { Element } from "hast";
import { element } from "../tree/element.ts";
import type { Stop } from "./stops.ts";
import type { Words } from "./words.ts";

const signs: Readonly<Partial<Record<Kind, string>>> = {
  session: "",
  branch: "↳ ",
  agent: "🤖 ",
  compaction: "📦 ",
};

/** Deeper lists are not indented any more: rewinds of rewinds would walk out of the page. */
const deepest = 12;

/** The tree of sessions, branches, agents, compactions and prompts, each with the way there (R009). */
export function tellContents(stops: readonly Stop[], words: Words): Element {
  const top = element("ul", {});
  const open: Element[] = [top];
  for (const stop of stops) {
    const depth = Math.min(stop.depth, deepest, open.length);
    while (open.length > depth + 1) open.pop();
    while (open.length < depth + 1) {
      const inner = element("ul", {});
      const last = open.at(-1)!.children.at(-1);
      if (last?.type === "element") last.children.push(inner);
      else break;
      open.push(inner);
    }
    open.at(-1)!.children.push(item(stop, words));
  }
  return element("nav", { ariaLabel: words.contents }, top);
}

/** Landmarks say when they were (R010). */
function timeOf(time: number): Array<Element | string> {
  const words = formatTime(time);
  return words === "" ? [] : [" • ", element("time", { dateTime: new Date(time).toISOString() }, words)];
}

function item({ kind, name, href = `#${name}`, title, time, isActive }: Stop, words: Words): Element {
  const when = kind === "compaction" && time !== undefined ? timeOf(time) : [];
  const link = element("a", { href }, `${signs[kind] ?? ""}${title}`, ...when);
  const note = isActive ? [" ", element("small", {}, words.active)] : [];
  return element("li", { className: isActive ? [kind, "active"] : [kind] }, link, ...note);
}
