export { kahn, type KahnResult } from "./kahn.ts";
export type { KahnOptions } from "./kahn-options.ts";
export { verifyOrder, type Violation } from "./verify.ts";
