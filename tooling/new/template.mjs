// Texts of new files: those in the folder `template`, with the forms of the name in them.
import { readFileSync } from "node:fs";
import { formsOf } from "./names.mjs";

/**
 * A template with a name in it. It has `{{name}}`, `{{camel}}` and `{{Pascal}}` for the forms of the name.
 *
 * @param {string} template its path in the folder `template`, without `.txt`.
 * @param {string} name the name, in kebab case.
 */
export function fill(template, name) {
  const forms = formsOf(name);
  const text = readFileSync(new URL(`template/${template}.txt`, import.meta.url), "utf8");
  return text.replace(/\{\{(name|camel|Pascal)\}\}/g, (_, form) => forms[form]);
}

/**
 * The changeset of something new.
 *
 * @param {string} name of its file.
 * @param {string[]} packages that get it.
 * @param {string} sentence for the changelog.
 */
export function changeset(name, packages, sentence) {
  const rows = packages.map((one) => `"${one}": minor`);
  return { path: `.changeset/${name}.md`, text: ["---", ...rows, "---", "", `${sentence} TODO`, ""].join("\n") };
}
