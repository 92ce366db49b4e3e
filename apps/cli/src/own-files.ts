import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// The only module that asks where it is, apart from the one that finds plugins: in the published bundle it is another file, but in
// a folder of the same depth.

/** The folder of the package `ccdag`. */
export const packageFolder: string = fileURLToPath(new URL("..", import.meta.url));

/** The version of the package. */
export const version: string = (createRequire(import.meta.url)("../package.json") as { version: string }).version;

/** The program of a thread that exports parts; absent where the sources run without a build. */
export const partWorker: URL | undefined = programOf("parts/part-worker.js");

/** The program of the thread that reads and renders for `ccdag serve`; absent where the sources run without a build. */
export const shelfWorker: URL | undefined = programOf("serve/shelf-worker.js");

function programOf(path: string): URL | undefined {
  return import.meta.url.endsWith(".js") ? new URL(`../dist/${path}`, import.meta.url) : undefined;
}
