export { default } from "./redact-plugin.ts";
export { detectors } from "./detectors.ts";
export { extra } from "./extra.ts";
export { pattern, type PatternDetector, type PatternOptions } from "./pattern.ts";
export { type RedactOptions, redact, type Redacted, redactTexts } from "./redact.ts";
export type { Audit, AuditRow, Detector, RedactionFinding } from "./types.ts";
