import { context } from "./detect/context.ts";
import { keys } from "./detect/keys.ts";
import { email, homePath, userName } from "./detect/people.ts";
import { privateKey } from "./detect/private-key.ts";
import type { Detector } from "./types.ts";

/** The built-in detectors, for Node and browsers. Specific keys come first, general patterns later. */
export const detectors: readonly Detector[] = [privateKey, ...keys, ...context, email, homePath, userName];
