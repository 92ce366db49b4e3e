import type { Properties } from "hast";

/** The attributes of an element, in order, as they are written. An attribute without a value has an empty one. */
export function attributesOf(properties: Properties): Array<[name: string, value: string]> {
  const attributes: Array<[name: string, value: string]> = [];
  for (const name in properties) {
    const value = properties[name];
    if (value === undefined || value === null || value === false) continue;
    attributes.push([nameOf(name), value === true ? "" : Array.isArray(value) ? value.join(" ") : String(value)]);
  }
  return attributes;
}

const names = new Map<string, string>([
  ["className", "class"],
  ["htmlFor", "for"],
  ["viewBox", "viewBox"],
  ["preserveAspectRatio", "preserveAspectRatio"],
]);

/** The name of an attribute: names of SVG stay as they are, names of HTML are in lower case. */
function nameOf(property: string): string {
  const known = names.get(property);
  if (known !== undefined) return known;
  const name = /^data[A-Z]/.test(property)
    ? property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase().replace(/^aria(?=.)/, "aria-");
  names.set(property, name);
  return name;
}
