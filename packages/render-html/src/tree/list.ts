import type { Element, ElementContent } from "hast";
import type { List, ListItem } from "mdast";
import type { HastContent, SignWords } from "./context.ts";
import { element } from "./element.ts";
import { wrap } from "./lines.ts";

/** Convert a list. The paragraphs of a list without blank lines are not elements. */
export function renderList(list: List, content: HastContent): Element {
  const { ordered, start, children } = list;
  const isSpread = Boolean(list.spread) || children.some(({ spread }) => spread);
  const items = children.map((item) => renderItem(item, isSpread, content));
  const hasTasks = children.some(({ checked }) => typeof checked === "boolean");
  return element(
    ordered ? "ol" : "ul",
    {
      ...(typeof start === "number" && start !== 1 ? { start } : {}),
      ...(hasTasks ? { className: ["contains-task-list"] } : {}),
    },
    wrap(items),
  );
}

function renderItem(item: ListItem, isSpread: boolean, content: HastContent): Element {
  const blocks = content.all(item);
  const isTask = typeof item.checked === "boolean";
  if (isTask) {
    if (!isParagraph(blocks[0])) blocks.unshift(element("p", {}));
    const { children } = blocks[0] as Element;
    children.unshift(sign(item.checked === true, content.words), ...(children.length > 0 ? [space()] : []));
  }
  const properties = isTask ? { className: ["task-list-item"] } : {};
  if (isSpread) return element("li", properties, wrap(blocks));
  const children: ElementContent[] = [];
  for (const [at, block] of blocks.entries()) {
    const inline = isParagraph(block) ? block.children : undefined;
    if (at > 0 || inline === undefined) children.push({ type: "text", value: "\n" });
    if (inline === undefined) children.push(block);
    else for (const child of inline) children.push(child);
  }
  if (blocks.length > 0 && !isParagraph(blocks.at(-1))) children.push({ type: "text", value: "\n" });
  return element("li", properties, children);
}

function isParagraph(node: ElementContent | undefined): node is Element {
  return node?.type === "element" && node.tagName === "p";
}

function space(): ElementContent {
  return { type: "text", value: " " };
}

/** A checkbox as a sign with a label for screen readers. */
function sign(isDone: boolean, { done, todo }: SignWords): Element {
  const label = isDone ? done : todo;
  return element("span", { className: ["check"], role: "img", ariaLabel: label }, isDone ? "☑" : "☐");
}
