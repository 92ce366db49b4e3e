export { eachWord } from "./search/each-word.ts";
export { findPages, type FoundPage } from "./search/find-pages.ts";
export {
  eachPosting,
  fromScript,
  searchPaths,
  toScript,
  weightOf,
  writePosting,
  type SearchIndex,
  type SearchMessage,
  type SearchSegment,
} from "./search/index-files.ts";
export { readPage, type PageMessage } from "./search/read-page.ts";
