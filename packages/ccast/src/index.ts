export { is } from "./is.ts";
export { toText } from "./to-text.ts";
export { childrenOf, walk } from "./walk.ts";
export { uuidsOf } from "./uuids-of.ts";
export { activeOnly, findEntry, type Found, isLine, linesIn, pathTo, without } from "./path-to.ts";
export { agentsIn, type Born, messagesOf, tokensOf } from "./agents-in.ts";
export { firstPrompt, type Leaf, leaves } from "./leaves.ts";
export {
  account,
  type Account,
  type Folded,
  type Ledger,
  type Place,
  type Recorded,
  type Uuidless,
} from "./account.ts";
export { audit, type Finding } from "./audit.ts";
export { type Price, type Prices, priceOf, prices, type Rates } from "./prices.ts";
export { type Accounts, addSpent, isBeginning, nothingSpent, type Spent, spentIn } from "./spent.ts";
export { lineKey, lineOf } from "./line-key.ts";
export type * from "./timeline.ts";
export type * from "./content.ts";
export type { Data } from "./node.ts";
export type * from "./types.ts";
