export { findFormat, type Format, formatOfEnding, formats, loadFormat, type Renderer } from "./formats.ts";
export {
  type GivenOptions,
  helpOf,
  longFlagOf,
  negatedFlagOf,
  type OptionInConfig,
  type OptionRow,
  valueKindOf,
} from "./option-row.ts";
export { exportOptions } from "./export-options.ts";
export { fittingOptions, isFitting, readOptions } from "./read-options.ts";
export { isForUser, RequestError } from "./request-error.ts";
export { toJson, visibleLine, visibleLines, visibleText } from "./visible.ts";
export { isObjectSetting, type RendererSettings, rendererSettings } from "./renderer-settings.ts";
