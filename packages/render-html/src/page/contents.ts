import type { SectionKind } from "@ccdag/mdast";
import type { Element } from "hast";
import { element } from "../tree/element.ts";
import { withSign } from "../tree/sign.ts";
import { renderNested } from "./nested.ts";
import type { Stop } from "./stops.ts";
import { renderTime } from "./render-time.ts";
import type { Words } from "./words.ts";

const signs: Readonly<Partial<Record<SectionKind, string>>> = {
  session: "",
  branch: "↳ ",
  agent: "🤖 ",
  compaction: "📦 ",
};

/** The table of contents: sessions, branches, agents, compactions and prompts as nested lists of links. */
export function renderContents(stops: readonly Stop[], words: Words): Element {
  return element(
    "nav",
    { ariaLabel: words.contents },
    renderNested(stops, (stop) => item(stop, words)),
  );
}

function item(
  { kind, name: anchor, href = `#${anchor}`, title, time, isActive, turn, has }: Stop,
  words: Words,
): Element {
  // Links to compactions show their time.
  const when = kind === "compaction" ? renderTime(time) : undefined;
  // A prompt that is only an image has no words.
  const name = title === "" && turn !== undefined ? `${words.turn} ${turn}` : title;
  const label = withSign([{ type: "text", value: `${signs[kind] ?? ""}${name}` }]);
  const properties = { href, dataNumber: turn, dataHas: has || undefined };
  const link = element("a", properties, label, ...(when ? [" • ", when] : []));
  const note = isActive ? [" ", element("small", {}, words.active)] : [];
  return element("li", { className: isActive ? [kind, "active"] : [kind] }, link, ...note);
}
