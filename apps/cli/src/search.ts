export { hitsIn, type SearchHit } from "./find/hits.ts";
export { readQuery } from "./find/query.ts";
export { searchFolder } from "./find/search.ts";
