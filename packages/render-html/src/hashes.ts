/**
 * Hashes of the style and the script of a page, as they stand in its policy. Another version of either makes other pages:
 * whoever keeps pages knows by these, without loading what makes them, whether they are still the same.
 */
export { pageScriptHash, pageStyleHash } from "./generated.ts";
