import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// The only module that asks where it is, apart from the one that finds plugins: in the published bundle it is another file, but in
// a folder of the same depth.

/** The folder of the package `ccdag`. */
export const packageFolder: string = fileURLToPath(new URL("..", import.meta.url));

/** The version of the package. */
export const version: string = (createRequire(import.meta.url)("../package.json") as { version: string }).version;
