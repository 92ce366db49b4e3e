// `pnpm prove:store [<file> …]`: what the gate proves with two kills of each kind, with fifty (or CCDAG_KILLS): what a store has
// acknowledged is there, once, whatever is killed. Each kind prints a line; all take about 40 minutes.
process.env.CCDAG_KILLS ??= "50";
const kinds = [
  "store/test/killed",
  "store/test/durable",
  "store/test/folder",
  "server/test/killed",
  "server/test/stopped",
  "server/test/workers",
];
const given = process.argv.slice(2);
process.argv.splice(2, Infinity, "test:slow", ...(given.length > 0 ? given : kinds));
await import("./run.mjs");
