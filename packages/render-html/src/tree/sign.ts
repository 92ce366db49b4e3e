import type { ElementContent } from "hast";
import { element } from "./element.ts";

/** Signs of documents that the style of a page replaces by icons, and the names of the icons. */
const icons = new Map([
  ["🔧", "tool"],
  ["🤖", "agent"],
  ["📦", "compaction"],
  ["⑂", "branch"],
  ["↳", "branch"],
]);

/**
 * Mark the sign at the beginning of a title, so that the page shows an icon instead: many machines have no pictures for such signs.
 *
 * @param children the content of the title; its first text may begin with a sign and a blank.
 */
export function withSign(children: readonly ElementContent[]): ElementContent[] {
  const at = children.findIndex(({ type }) => type === "text");
  const first = children[at];
  const [sign = "", icon] = first?.type === "text" ? (signOf(first.value) ?? []) : [];
  if (icon === undefined || first?.type !== "text") return [...children];
  const mark = element("span", { className: ["sign", icon] }, sign);
  return [
    ...children.slice(0, at),
    mark,
    { ...first, value: first.value.slice(sign.length) },
    ...children.slice(at + 1),
  ];
}

function signOf(text: string): [sign: string, icon: string] | undefined {
  const [sign = ""] = text.slice(0, 3).split(" ", 1);
  const icon = icons.get(sign);
  return icon === undefined || text.charAt(sign.length) !== " " ? undefined : [sign, icon];
}
