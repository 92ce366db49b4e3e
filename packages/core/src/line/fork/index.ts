import { deadEndCall } from "./dead-end-call.ts";
import { livePassthrough } from "./live-passthrough.ts";
import { parallelResult } from "./parallel-result.ts";
import type { ForkRule } from "./rule.ts";
import { structuralSibling } from "./structural-sibling.ts";

/** Fork rules of core, in the order in which they are asked; the first that matches names the fork. */
export const forkRules: readonly ForkRule[] = [
  structuralSibling, // nine of ten forks: a hook or progress beside one child
  parallelResult, // before dead-end-call: it wants every result to end
  deadEndCall,
  livePassthrough, // last: it takes any side that ends
];
