import { context } from "./detect/context.ts";
import { keys } from "./detect/keys.ts";
import { email, homePath, userName } from "./detect/people.ts";
import { privateKey } from "./detect/private-key.ts";
import type { Detector } from "./types.ts";

/** All detectors of ours, for a browser as for Node: keys first, what is made of their parts later. */
export const detectors: readonly Detector[] = [privateKey, ...keys, ...context, email, homePath, userName];
