import type { Detector, RedactionFinding } from "../types.ts";
import { isPlaceholder } from "./random.ts";
import { isPassword } from "./value.ts";

/** The part of a line `host:port:database:user:password` after the host; a backslash escapes a colon. */
const line =
  /:(?<=[\w.*/-]:)(\d{4,5}|\*)(?::(?:[^\s:\\"'`]|\\[\\:]){1,64}){2}:((?:[^\s\\"'`]|\\[\\:]|["'`](?=[^\s"'`,;}\])>|&\\])){3,256})/g;
/** The ports of PostgreSQL and of its pools. */
const isPort = /^(?:543\d|6432)$/;

/**
 * Passwords in the file `.pgpass` of PostgreSQL. Where nothing names the file, the port shows it; a port `*` does so only for
 * a value that looks like a password.
 */
export const pgpass: Detector = {
  name: "pgpass",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      const isNamed = /pgpass/i.test(value);
      for (const { 0: found, 1: port = "", 2: rest = "", index } of value.matchAll(line)) {
        const secret = rest.replace(/[.,;)\]}]{1,3}$/, "");
        if (secret.length < 3 || isPlaceholder(secret)) continue;
        if (!isNamed && !isPort.test(port) && !(port === "*" && /\p{L}/u.test(secret) && isPassword(secret))) continue;
        const from = index + found.length - rest.length;
        findings.push({ text, from, to: from + secret.length, kind: "password" });
      }
    }
    return findings;
  },
};
