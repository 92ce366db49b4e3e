export { default, type RenderOtelOptions } from "./render-otel.ts";
export { toOtlp } from "./to-otlp.ts";
export type * from "./otlp.ts";
