import { visibleText } from "@ccdag/pipeline/tables";
import {
  type IndexOptions,
  type IndexProject,
  toIndexPage,
  toWorkPage,
  type WorkPageOptions,
} from "@ccdag/render-html";

/** Render an index page; control characters in titles become visible, as in other pages. */
export function renderIndex(projects: readonly IndexProject[], options?: IndexOptions): string {
  return visibleText(toIndexPage(projects, options));
}

/** Render the page of what sessions did or left, in the same way. */
export function renderWork(projects: readonly IndexProject[], options?: WorkPageOptions): string {
  return visibleText(toWorkPage(projects, options));
}
