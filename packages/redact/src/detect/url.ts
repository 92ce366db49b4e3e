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

/** A user and a password, which is no port. */
const userAndPassword = /^[^:/?#@]{0,256}:(?!\d{1,5}(?:[/?#]|$))/;
/** The sign `@` and a host up to its end. */
const host = /@(?:\/\/)?[\w.-]+(?::\d{1,5}(?::\w{1,30})?)?(?:[/?]|$)/;
const database =
  /^(?:postgres|mysql|mariadb|mongodb|redis|amqp|mssql|sqlserver|jdbc|thin|db2|clickhouse|couchbase|cassandra|ldap|ftp|smtp)/;

/**
 * The sign `@` before the host: the last one before the path. A password may contain `#` and `?`, in addresses of databases
 * also `/`.
 */
function endOfCredentials(text: string, from: number, scheme: string): number {
  const run = /^[^\s"'`<>\\]*/.exec(text.slice(from, from + maxChars))![0];
  const next = run.indexOf("://");
  const whole = next === -1 ? run : run.slice(0, next);
  if (scheme === "thin" || userAndPassword.test(whole)) {
    const slash = database.test(scheme) ? -1 : whole.indexOf("/");
    // An address at the end of a sentence is followed by its stop.
    const inside = (slash === -1 ? whole : whole.slice(0, slash + 1)).replace(/[.,;)\]]{1,3}$/, "");
    const sign = inside.search(host);
    if (sign !== -1) return from + sign;
  }
  const path = whole.search(/[/?#]/);
  const at = (path === -1 ? whole : whole.slice(0, path)).lastIndexOf("@");
  return at === -1 ? from : from + at;
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
