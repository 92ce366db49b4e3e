/** Where the site is published. */
export const address = "https://ccdag.github.io/ccdag/";

/** The address of the repository. */
export const repository = "https://github.com/ccdag/ccdag";

/** Documents of the repository, and their paths on the site; the first match counts. */
const pages: ReadonlyArray<readonly [from: RegExp, to: string]> = [
  [/^docs\/rules\/README\.md$/, "rules/index.md"],
  [/^docs\/rules\/(.+\.md)$/, "rules/$1"],
  [/^docs\/adr\/(.+\.md)$/, "decisions/$1"],
  [/^docs\/guides\/(.+\.md)$/, "guides/$1"],
  [/^docs\/format\.md$/, "format/index.md"],
  [/^docs\/format\/(.+\.md)$/, "format/$1"],
  [/^docs\/figures\.md$/, "project/figures.md"],
  [/^docs\/packages\.md$/, "packages/index.md"],
  [/^docs\/(ccast|plugins)\.md$/, "reference/$1.md"],
  [/^docs\/(architecture|glossary|tenets)\.md$/, "project/$1.md"],
  [/^packages\/([\w-]+)\/README\.md$/, "packages/$1.md"],
  [/^apps\/cli\/README\.md$/, "packages/ccdag.md"],
  [/^examples\/README\.md$/, "guides/examples.md"],
  [/^apps\/docs-site\/pages\/(.+\.md)$/, "$1"],
];

/**
 * The page of a file of the repository.
 *
 * @param path relative to the repository, with `/`.
 * @returns relative to the pages of the site; nothing for a file without a page.
 */
export function pageOf(path: string): string | undefined {
  for (const [from, to] of pages) if (from.test(path)) return path.replace(from, to);
  return undefined;
}
