import type { Element } from "hast";
import { element } from "../tree/element.ts";
import type { Words } from "./words.ts";

/** The controls that the script uses. They are hidden until the script shows them. */
export function renderControls(
  words: Words,
  more: Words["help"],
): { search: Element; filters: Element; help: Element } {
  const search = element(
    "div",
    { className: ["search"], hidden: true, role: "search" },
    element("input", { type: "search", ariaLabel: words.search, placeholder: words.search }),
    element("output", {}),
    button("contents", words.contents, "☰"),
    button("theme", words.theme, "◐"),
    button("play", words.playing.play, "▷"),
    button("keys", words.keys, "?"),
  );
  const toggles = Object.entries(words.kinds).map(([kind, name]) =>
    element("button", { type: "button", dataKind: kind, ariaPressed: "true" }, name),
  );
  const levels = words.sectionLevels.map((name, level) =>
    element("option", { value: String(level), selected: level === 1 }, name),
  );
  const turnKinds = Object.entries(words.turnKinds).map(([kind, name]) =>
    element("option", { value: kind === "all" ? "" : kind }, name),
  );
  const filters = element(
    "div",
    { className: ["filters"], hidden: true },
    element("div", { role: "group", ariaLabel: words.show }, ...toggles),
    element(
      "label",
      {},
      `${words.turns} `,
      element("select", { dataDo: "turns" }, ...turnKinds),
      element("output", {}),
    ),
    element("label", {}, `${words.sections} `, element("select", { dataDo: "sections" }, ...levels)),
  );
  const keys = [...words.help, ...more];
  const rows = keys.map(([key, what]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, what)]);
  const help = element(
    "dialog",
    { ariaLabel: words.keys },
    element("dl", {}, ...rows.flat()),
    element("p", {}, element("label", {}, element("input", { type: "checkbox", checked: true }), ` ${words.keysOn}`)),
    element("form", { method: "dialog" }, element("button", {}, words.close)),
  );
  return { search, filters, help };
}

function button(name: string, label: string, sign: string): Element {
  const icon = element("span", { className: ["sign", `do-${name}`], ariaHidden: "true" }, sign);
  return element(
    "button",
    { type: "button", dataDo: name, ariaLabel: label, title: label },
    name === "keys" ? sign : icon,
  );
}
