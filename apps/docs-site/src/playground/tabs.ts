import type { Format } from "@ccdag/pipeline/tables";
import { viewFormats } from "./options.ts";

/** The views of an open project. */
export const tabs = ["page", "markdown", "json", "graph", "diagnostics", "account"] as const;

/** The name of a view. */
export type Tab = (typeof tabs)[number];

/** Formats of the views that show a text. */
export const formatsOf: Readonly<Partial<Record<Tab, readonly string[]>>> = {
  page: namesOf(({ ending }) => ending === ".html"),
  markdown: namesOf(({ ending }) => ending === ".md"),
  json: namesOf(({ audience, isDrawing }) => audience === "programs" && isDrawing !== true),
  graph: namesOf(({ isDrawing }) => isDrawing === true),
};

function namesOf(isShown: (format: Format) => boolean): string[] {
  return viewFormats.filter(isShown).map(({ name }) => name);
}
