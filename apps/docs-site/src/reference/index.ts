import { cliPage } from "./cli.ts";
import { diagnosticsPage } from "./diagnostics.ts";
import { configPage, schemaPage } from "./schema.ts";

/**
 * Generate pages from the sources, by their paths on the site.
 *
 * @param top the repository.
 */
export function madePages(top: string): ReadonlyMap<string, string> {
  return new Map([
    ["reference/cli.md", cliPage()],
    ["reference/config.md", configPage(top)],
    ["reference/schema.md", schemaPage(top)],
    ["reference/diagnostics.md", diagnosticsPage()],
  ]);
}
