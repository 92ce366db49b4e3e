export { default, type RenderJsonOptions } from "./plugin.ts";
export { schemaVersion, toEnvelope, type Envelope } from "./envelope.ts";
