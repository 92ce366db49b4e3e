/** Where the project keeps its files. */
export const repository = "https://github.com/ccdag/ccdag";

/** Documents of the repository, and where they stand on the site; the first that fits counts. */
const places: ReadonlyArray<readonly [from: RegExp, to: string]> = [
  [/^docs\/rules\/README\.md$/, "rules/index.md"],
  [/^docs\/rules\/(.+\.md)$/, "rules/$1"],
  [/^docs\/adr\/(.+\.md)$/, "decisions/$1"],
  [/^docs\/guides\/(.+\.md)$/, "guides/$1"],
  [/^docs\/format\.md$/, "format/index.md"],
  [/^docs\/format\/(.+\.md)$/, "format/$1"],
  [/^docs\/figures\.md$/, "project/figures.md"],
  [/^docs\/(ccast|plugins)\.md$/, "reference/$1.md"],
  [/^docs\/(architecture|glossary|tenets)\.md$/, "project/$1.md"],
  [/^packages\/([\w-]+)\/README\.md$/, "packages/$1.md"],
  [/^apps\/cli\/README\.md$/, "packages/ccdag.md"],
  [/^examples\/README\.md$/, "guides/examples.md"],
  [/^apps\/docs-site\/pages\/(.+\.md)$/, "$1"],
];

/**
 * Where a file of the repository stands on the site.
 *
 * @param path relative to the repository, with `/`.
 * @returns relative to the pages of the site; nothing for what has no page.
 */
export function placeOf(path: string): string | undefined {
  for (const [from, to] of places) if (from.test(path)) return path.replace(from, to);
  return undefined;
}
