export { kahn, type KahnOptions, type KahnResult } from "./kahn.ts";
export { verifyOrder, type Violation } from "./verify.ts";
