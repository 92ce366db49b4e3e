import type { Element } from "hast";
import { element } from "../../tree/element.ts";
import type { Words } from "../words.ts";
import type { SessionList } from "./listed.ts";

/** Render the filters of an index. They need the script, which shows them. */
export function renderFilters({ sessions, projects, clients, models }: SessionList, words: Words): Element[] {
  const hasTimes = sessions.some(({ day }) => day !== "");
  const zone = hasTimes ? [element("p", { className: ["zone"] }, words.utc)] : [];
  if (sessions.length < 2) return zone;
  const choices = [
    renderChoice(
      words.project,
      "project",
      projects.map(({ title }) => title),
      words,
    ),
    renderChoice(words.client, "client", clients, words),
    renderChoice(words.model, "model", models, words),
  ].flat();
  const dates = hasTimes ? [renderDate(words.fromDay, "from"), renderDate(words.toDay, "to")] : [];
  const groups = hasTimes ? [renderGroups(words)] : [];
  return [
    element(
      "div",
      { className: ["choices"], role: "group", ariaLabel: words.filter, hidden: true },
      choices,
      dates,
      groups,
    ),
    element("p", { className: ["count"], role: "status" }),
    element("button", { type: "button", className: ["choice"], dataDo: "reset", hidden: true }, words.reset),
    ...zone,
  ];
}

function renderChoice(label: string, name: string, values: readonly string[], words: Words): Element[] {
  if (values.length < 2) return [];
  const options = [
    element("option", { value: "" }, words.any),
    ...values.map((text, index) => element("option", { value: String(index) }, text)),
  ];
  return [element("label", {}, label, " ", element("select", { dataName: name }, options))];
}

function renderDate(label: string, name: string): Element {
  return element("label", {}, label, " ", element("input", { type: "date", dataName: name }));
}

function renderGroups(words: Words): Element {
  return element(
    "div",
    { role: "group", ariaLabel: words.groupBy },
    (["day", "project"] as const).map((by) =>
      element("button", { type: "button", dataGroup: by, ariaPressed: String(by === "day") }, words.groups[by]),
    ),
  );
}
