import type { FieldNames } from "../fields.ts";

/** Fields of the `source` of an image or a document. */
export const sourceNames: FieldNames = [
  ["type", "type"],
  ["media_type", "media_type"],
  ["data", "data"],
  ["url", "url"],
  ["file_id", "file_id"],
];

/** Fields of a document itself. */
export const documentNames: FieldNames = [["title", "filename"]];
