export { findFormat, type Format, formatOfEnding, formats, loadFormat, type Renderer } from "./formats.ts";
export {
  type GivenOptions,
  helpOf,
  longFlagOf,
  negatedFlagOf,
  type OptionRow,
  type Stage,
  type ValueKind,
  valueKindOf,
} from "./option-row.ts";
export { exportOptions } from "./options.ts";
export { fittingOptions, isFitting, readOptions } from "./read-options.ts";
export { RequestError } from "./request.ts";
export { visibleJson, visibleLine, visibleText } from "./visible.ts";
export { type RendererSettings, rendererSettings } from "./renderer-settings.ts";
