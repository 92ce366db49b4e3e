import type { Detector, RedactionFinding } from "../types.ts";
import { isPlaceholder, isPlain, isRandom } from "./random.ts";

/** Credentials of examples in manuals. */
const example =
  /^(?:user(?:name)?|usr|me|name|login|admin|foo|root|test|x|u|username|guest):(?:pass(?:word)?|pwd?|p|secret|bar|x|guest)?$/i;
/** How long the part of an address before its host may be. */
const maxChars = 1000;
const start = /(?<=(?:([a-z][a-z0-9+.-]{1,20}):)?)\/\/(?=[^\s/@"'`<>]{0,256}[:@])|:thin:/gi;

/** Credentials in addresses: `scheme://user:password@host`, also with signs in the password, and `thin:user/password@`. */
export const urlCredentials: Detector = {
  name: "url-credentials",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      if (!value.includes("@")) continue;
      for (const { 0: found, 1: scheme, index } of value.matchAll(start)) {
        const from = index + found.length;
        const to = endOfCredentials(value, from, found === "//" ? (scheme?.toLowerCase() ?? "") : "thin");
        if (to > from && isCredentials(value.slice(from, to), /^(?:https?|git)$/i.test(scheme ?? "")))
          findings.push({ text, from, to });
      }
    }
    return findings;
  },
};

/** The sign `@` before the host: the last one before the path. In addresses of databases a password may contain `/`. */
function endOfCredentials(text: string, from: number, scheme: string): number {
  const run = /^[^\s"'`<>\\]*/.exec(text.slice(from, from + maxChars))![0];
  const next = run.indexOf("://");
  const whole = next === -1 ? run : run.slice(0, next);
  const path = whole.search(/[/?#]/);
  const authority = path === -1 ? whole : whole.slice(0, path);
  const at = authority.lastIndexOf("@");
  if (at !== -1) return from + at;
  const isDatabase =
    /^(?:postgres|mysql|mariadb|mongodb|redis|amqp|mssql|sqlserver|jdbc|thin|db2|clickhouse|couchbase|cassandra|ldap|ftp|smtp)/.test(
      scheme,
    );
  const last = isDatabase ? whole.search(/@(?:\/\/)?[\w.-]+(?::\d+)?(?:[/?]|$)/) : -1;
  return last === -1 ? from : from + last;
}

function isCredentials(whole: string, takesToken: boolean): boolean {
  const separator = whole.search(/[:/]/);
  if (separator === -1)
    return takesToken && whole.length >= 16 && isRandom(whole) && !isPlaceholder(whole) && /\d/.test(whole);
  const password = whole.slice(separator + 1);
  if (
    password.length < 3 ||
    isPlain(password) ||
    example.test(whole) ||
    !/^[\x21-\x7e\p{L}]+$/u.test(whole) ||
    /^\d{1,5}(?:\/|$)/.test(password)
  )
    return false;
  return (
    !/^\[|&lt;/.test(whole) && !/^[*$<{[%]|^\.{3}|\$\{|\{\{|^[xX]+$|^…$/.test(password) && !/[<>{}]/.test(password)
  );
}
