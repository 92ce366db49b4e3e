import { posix } from "node:path";
import { headline } from "@ccdag/mdast";
import { pageOf } from "../stage/places.ts";
import type { Example } from "./examples.ts";

/**
 * The entry point that a page of typedoc is about.
 *
 * @param page relative to the pages of typedoc, such as `@ccdag/files/calls.md`.
 * @returns as it is imported; nothing for the list of all.
 */
export function entryOf(page: string): string | undefined {
  return page === "index.md" ? undefined : page.replace(/(?:\/index)?\.md$/, "");
}

/**
 * Begin the page of an entry point with what its package is for, and a program.
 *
 * @param text as typedoc wrote it.
 * @param example of the entry point.
 * @param relink makes the links of a document those of the site.
 */
export function withExample(
  text: string,
  { entry, purpose, lead, path, readme, language, code }: Example,
  relink: (text: string, from: string) => string,
): string {
  const page = `/${pageOf(path)!}`;
  const from = posix.basename(path) === "README.md" ? "the README" : "the guide";
  const description = JSON.stringify(`${entry}, with an example and all its types. ${headline(purpose, 160)}`);
  const start = `${relink(purpose, readme)}\n\n${lead === "" ? "" : `${relink(lead, path)}\n\n`}\`\`\`\`${language}\n${code.trim()}\n\`\`\`\`\n\nFrom [${from}](${page}), whose programs the tests run.`;
  return `---\ndescription: ${description}\n---\n\n${text.replace(/^# .*$/m, () => `# ${entry}\n\n${start}`)}`;
}
