import type { FieldNames } from "../fields.ts";

/** Fields of an `image_url`. */
export const imageNames: FieldNames = [
  ["url", "url"],
  ["detail", "detail"],
];

/** Fields of an `input_audio`. */
export const inputAudioNames: FieldNames = [
  ["data", "data"],
  ["format", "format"],
];

/** Fields of a `file`. */
export const fileNames: FieldNames = [
  ["file_id", "file_id"],
  ["file_data", "file_data"],
  ["filename", "filename"],
];

/** Fields of the `audio` of an assistant message. */
export const spokenNames: FieldNames = [
  ["id", "id"],
  ["data", "data"],
  ["transcript", "transcript"],
];

/** Fields in which compatible servers, not OpenAI itself, send the reasoning of a model. */
export const reasoningFields: readonly string[] = ["reasoning_content", "reasoning"];
