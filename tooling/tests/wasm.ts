/**
 * Arguments for a Node.js that opens a store in a folder or in memory: PGlite is 10 MB of WebAssembly, which takes half the
 * processor time when V8 does not optimize it for a test of some seconds.
 */
export const quickWasm: readonly string[] = ["--liftoff-only"];
