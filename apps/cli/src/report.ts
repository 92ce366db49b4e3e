export { census } from "./command/census.ts";
export { findDamage } from "./command/damage.ts";
export { draw } from "./command/draw.ts";
export { findDrift } from "./command/drift.ts";
export { checkOrder } from "./command/order.ts";
export { outline, type Row } from "./command/outline.ts";
export { verdict } from "./command/verdict.ts";
export { wording } from "./command/explain-sentences.ts";
