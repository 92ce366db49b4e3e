export { findFormat, type Format, formatOfEnding, formats, loadFormat, type Renderer } from "./formats.ts";
export { helpOf, type OptionRow, type Stage } from "./option-row.ts";
export { exportOptions } from "./options.ts";
export { fittingOptions, type GivenOptions, isFitting, readOptions } from "./read-options.ts";
export { RequestError } from "./request.ts";
