/**
 * Arguments for a Node.js that runs tests, or what they start: V8 spends a third of its processor time on code that is gone after
 * some seconds. PGlite (10 MB of WebAssembly) is not optimized, and Node 20 optimizes as late as later versions do, as the command
 * line does for itself (`apps/cli/bin.js`).
 */
export const quickNode: readonly string[] = [
  "--liftoff-only",
  ...(process.versions.node.startsWith("20.") ? ["--interrupt-budget=2162688"] : []),
];
