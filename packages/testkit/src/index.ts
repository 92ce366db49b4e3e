export { conformance } from "./conformance.ts";
export { checks, type Fault, findFaults, type Rule } from "./find-faults.ts";
export type { OutputFormat, KitOptions } from "./kit-options.ts";
export * from "./build.ts";
export { type Sample, samples } from "./samples.ts";
export { hostile } from "./hostile.ts";
export * from "./shape/index.ts";
