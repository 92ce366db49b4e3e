import { visibleText } from "@ccdag/pipeline/tables";
import { type IndexOptions, type IndexProject, toIndexPage } from "@ccdag/render-html";

/** Render an index page; control characters in titles become visible, as in other pages. */
export function renderIndex(projects: readonly IndexProject[], options?: IndexOptions): string {
  return visibleText(toIndexPage(projects, options));
}
