// Property tests draw the same values in every run, so that neither a test nor a coverage threshold depends on chance.
// `CCDAG_SEED` sets another seed; `pnpm test:repeat` does so in each round.
import fc, { configureGlobal, readConfigureGlobal } from "fast-check";

configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env["CCDAG_SEED"] ?? 1) });

export * from "fast-check";
export default fc;
