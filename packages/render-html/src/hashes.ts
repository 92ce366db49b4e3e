/**
 * Hashes of the style and the script of a page and of an index page, as in its Content Security Policy. They change with every new version of
 * either. A cache of pages can compare them without loading the renderer.
 */
export { indexScriptHash, indexStyleHash, pageScriptHash, pageStyleHash } from "./generated.ts";
