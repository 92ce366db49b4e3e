import { limits } from "./limits.ts";

/** How often a test kills what it proves to lose nothing: twice in the gate, fifty times for `pnpm prove:store`. */
export const kills: number = Number(process.env["CCDAG_KILLS"] ?? 2);

/** Milliseconds that such a test may take. */
export const killLimit: number = limits(true).testTimeout * Math.max(1, kills / 10);
