/** Attributes of an element; undefined ones are omitted. */
type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Escape text for markup. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** An element as text; children are markup. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? "" : ` ${key}="${escape(String(value))}"`,
  );
  return `<${name}${written.join("")}>${children.join("")}</${name}>`;
}

/** A text in a drawing. */
export function words(x: number, y: number, text: string, kind: string, anchor?: "middle" | "end"): string {
  return element("text", { x, y, class: kind, "text-anchor": anchor }, escape(text));
}

/** An edge from one point to another. If their heights differ, it turns close to the first, clear of what is between. */
export function edge(x1: number, y1: number, x2: number, y2: number, kind: string): string {
  const down = Math.sign(y2 - y1);
  const turn = Math.min(6, Math.abs(y2 - y1) / 2, Math.abs(x2 - x1) / 2);
  const x = x1 + turn;
  const d =
    down === 0
      ? `M${x1} ${y1}H${x2}`
      : `M${x1} ${y1}Q${x} ${y1} ${x} ${y1 + turn * down}V${y2 - turn * down}Q${x} ${y2} ${x + turn} ${y2}H${x2}`;
  return element("path", { d, class: `edge ${kind}`.trim() });
}

/**
 * A drawing of a fixed size, as an SVG with a label.
 *
 * @param width in pixels.
 * @param height in pixels.
 * @param label the text for screen readers.
 * @param children markup.
 */
export function drawing(width: number, height: number, label: string, children: readonly string[]): string {
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": label,
      class: "drawing",
    },
    ...children,
  );
}
