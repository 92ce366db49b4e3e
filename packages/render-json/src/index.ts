export { default, type RenderJsonOptions } from "./render-json.ts";
export { schemaVersion, toEnvelope, type Envelope } from "./envelope.ts";
