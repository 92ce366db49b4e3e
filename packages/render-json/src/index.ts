export { default, type Options } from "./plugin.ts";
export { schemaVersion, toEnvelope, type Envelope } from "./envelope.ts";
