import type { Element } from "hast";
import { element } from "../tree/element.ts";
import type { Words } from "./words.ts";

/** The bar of the play mode: the position, and buttons for those who have no keys. It is hidden until the script shows it. */
export function renderPlayBar(words: Words, title: string): Element {
  const { play, back, next, end } = words.playing;
  return element(
    "aside",
    { className: ["play"], hidden: true, ariaLabel: play },
    element("h1", {}, title),
    button("back", back, "←"),
    element("p", { role: "status" }),
    button("next", next, "→"),
    button("end", end, "×"),
  );
}

function button(name: string, label: string, sign: string): Element {
  return element("button", { type: "button", dataPlay: name, ariaLabel: label, title: label }, sign);
}
