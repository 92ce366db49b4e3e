// Runs the slow suites, or those that have the files that the arguments name. Options are passed on to vitest.
import { choose, prepare, runSuite } from "./suites.mjs";

const args = process.argv.slice(2);
const suites = choose({ isSlow: true, filters: args.filter((one) => !one.startsWith("-")) });
if (suites.length === 0) console.error(`No slow test file matches ${args.join(" ")}`);
const failed = suites.filter((suite) => !prepare(suite) || runSuite(suite, args) !== 0).map(({ name }) => name);
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 || suites.length === 0 ? 1 : 0;
