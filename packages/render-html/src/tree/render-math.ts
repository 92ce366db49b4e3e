import type { Element } from "hast";
import type { HastContext } from "./context.ts";
import { element } from "./element.ts";
import { toMathml } from "./mathml.ts";

/** Formulas with more characters than this are shown as they are. */
const mathLimit = 5000;

/** Render a formula of a line: converted, or else its source between dollar signs. */
export function renderInlineMath(source: string, isDisplay: boolean, context: HastContext): Element {
  const marks = isDisplay ? "$$" : "$";
  const code = () => element("code", { className: ["math"] }, `${marks}${source.replace(/\s+/g, " ")}${marks}`);
  return convert(source, isDisplay, context) ?? code();
}

/** Render a formula that stands on lines of its own; `undefined` where it is to be shown as code. */
export function renderBlockMath(source: string, context: HastContext): Element | undefined {
  const math = convert(source, true, context);
  const properties = { className: ["math", "scroll"], tabIndex: 0, role: "group", ariaLabel: context.words.formula };
  return math && element("div", properties, math);
}

/** MathML with its source as annotation, which browsers do not show: a copy and a search have it. */
function convert(source: string, isDisplay: boolean, { math }: HastContext): Element | undefined {
  const children = source.length > mathLimit ? undefined : math?.(source, isDisplay);
  const safe = children && toMathml(children);
  if (!safe) return undefined;
  const annotation = element("annotation", { encoding: "application/x-tex" }, source);
  const semantics = element("semantics", {}, element("mrow", {}, safe), annotation);
  return element("math", isDisplay ? { display: "block" } : {}, semantics);
}
