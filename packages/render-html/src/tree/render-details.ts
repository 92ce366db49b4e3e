import type { Details } from "@ccdag/mdast";
import type { Element, ElementContent } from "hast";
import type { WorkWords } from "../turn/work-words.ts";
import { element } from "./element.ts";
import { wrap } from "./lines.ts";
import { withSign } from "./sign.ts";

/**
 * A collapsible section.
 *
 * @param id its id, if it has one.
 * @param inside makes its content.
 * @param below what follows the content.
 */
export function renderDetails(
  { kind, tool, summary, whole, call }: Details,
  id: { readonly id?: string },
  inside: () => ElementContent[],
  below: readonly ElementContent[],
): Element {
  const className = [...(kind ? [kind] : []), ...(call?.hasFailed ? ["failed"] : [])];
  const properties = { ...id, ...(className.length > 0 && { className }), ...(tool && { dataTool: tool }) };
  const title = whole === undefined ? {} : { title: whole };
  return element(
    "details",
    properties,
    element("summary", title, withSign([{ type: "text", value: summary }])),
    wrap([...inside(), ...below]),
  );
}

/** The link from a call to the place where the change of its file is listed. */
export function linkToChange(place: string, words: WorkWords): Element {
  return element("p", { className: ["by"] }, element("a", { href: `#${place}` }, words.inChanges));
}
