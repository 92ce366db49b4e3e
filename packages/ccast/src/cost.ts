// What the cost of one API call needs, for a program that nobody wants to wait for.
export { type ModelUsage, modelsIn } from "./usage.ts";
export { prices } from "./price-list.ts";
