// `pnpm prove:store [<file> …]`: what the gate proves with two kills of each kind, with fifty (or CCDAG_KILLS): what a store has
// acknowledged is there, once, whatever is killed. It ends with a line for each kind; it takes about an hour.
process.env.CCDAG_KILLS ??= "50";
const kinds = [
  "store/test/killed",
  "store/test/durable",
  "store/test/folder",
  "server/test/killed",
  "server/test/stopped",
];
const given = process.argv.slice(2);
process.argv.splice(2, Infinity, "test:slow", ...(given.length > 0 ? given : kinds));
await import("./run.mjs");
