export { type DrawnEntry, parseShape } from "./parse-shape.ts";
export { shapeFiles, shapeJsonl, shapeRecords } from "./records.ts";
export { findPictures, type Picture } from "./pictures.ts";
export { type Shown, showThread } from "./show.ts";
