import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** The folder of `@ccdag/order`. */
export const folder: string = fileURLToPath(new URL("../../packages/order/", import.meta.url));

/** The package bundled for a page: as a module, or as a script that sets `order`. */
export function bundle(format: "esm" | "iife"): string {
  const { outputFiles } = buildSync({
    entryPoints: [`${folder}src/index.ts`],
    bundle: true,
    minify: true,
    format,
    globalName: "order",
    platform: "browser",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** A script that uses the bundle. */
export const script = `
  const items = [["A", 651], ["B", 745], ["C", 746, "B"], ["D", 756, "A"]];
  const read = { ids: ([id]) => id, parent: ([, , parent]) => parent, priority: ([, time]) => time };
  const sorted = order.kahn(items, read).order;
  sorted.map(([id]) => id).join(" ") + ", " + order.verifyOrder(sorted, read).length + " violations";
`;

/** The value of {@link script}. */
export const result = "A B C D, 0 violations";
