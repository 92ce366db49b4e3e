import { pattern } from "../pattern.ts";
import type { Detector } from "../types.ts";

/** Data that cannot be searched for secrets: an image in a data URL, or a file as base64, on one line or several. */
export const embeddedData: Detector = pattern(
  "embedded-data",
  /data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/=]{64,}|^[A-Za-z0-9+/]{160,}={0,2}$|(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{1000,}={0,2}|(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/]{60,}\r?\n){8,}[A-Za-z0-9+/]*={0,2}/g,
  // Base64 has letters of both cases and digits, unlike a repeated path or a line of one letter.
  { kind: "data", accept: (text) => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) },
);
