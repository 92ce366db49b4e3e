import { pattern } from "../pattern.ts";
import type { Detector } from "../types.ts";

/** Available in Node and browsers. */
declare function atob(base64: string): string;

/** Whether a text has letters and digits, as random keys have and words of a manual or a program mostly have not. */
function isRandom(secret: string): boolean {
  return /\d/.test(secret) && /[A-Za-z]/.test(secret) && !/([xX*.0])\1{5}/.test(secret);
}

/** Whether a text is a secret value, not a variable, member, path, URL or placeholder. */
function isValue(secret: string): boolean {
  const isCode =
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$]|\[|\()/.test(secret) || /^(?:\.{0,2}\/[\w.-]+\/|https?:|arn:|\$)/.test(secret);
  const isWord = /^(?:your|my|the)[-_]|example|placeholder|changeme|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/i.test(secret);
  return isRandom(secret) && !isCode && !isWord && !/\.(?:pem|key|json|ya?ml|txt|env)$/.test(secret);
}

/** Credentials of examples in manuals. */
const placeholder = /^(?:user(?:name)?|me|name|login|admin|foo):(?:pass(?:word)?|pw|secret|bar)?$/i;

/** Whether a text is a JSON Web Token: its header names an algorithm. */
function isToken(secret: string): boolean {
  try {
    const header: unknown = JSON.parse(
      atob(secret.slice(0, secret.indexOf(".")).replace(/-/g, "+").replace(/_/g, "/")),
    );
    return typeof header === "object" && header !== null && "alg" in header;
  } catch {
    return false;
  }
}

/** Names of environment variables that hold secrets, without those that hold a path, a count and the like. */
const names =
  "(?:PASSWORD|PASSWD|SECRET|TOKEN(?!S)|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY)(?:_[A-Z0-9_]{0,40}(?<!_(?:PATH|FILE|NAME|ARN|ENV|URL|ID|IN|TTL|COUNT|LIMIT|PREFIX|PATTERN)))?(?![A-Z0-9_])";

/** Secrets that are recognised by their structure, or by the text before them. */
export const context: readonly Detector[] = [
  pattern("jwt", /(?<![A-Za-z0-9])eyJ[\w-]{8,2000}\.[\w-]{0,20000}(?:\.[\w-]{1,20000}){1,3}/g, {
    accept: isToken,
    wraps: true,
  }),
  pattern("bearer", /\bbearer[ \t]+([\w.~+/=-]{16,})/gi, { accept: isRandom, wraps: true }),
  pattern("basic-auth", /\bauthorization["']?\s*[:=]\s*["']?basic[ \t]+([A-Za-z0-9+/=]{8,})/gi, { wraps: true }),
  pattern("api-key-header", /\b(?:x-)?(?:api|auth)-(?:key|token)["']?\s*[:=]\s*["']?([\w.~+/=-]{16,})/gi, {
    accept: isRandom,
    wraps: true,
  }),
  pattern("url-credentials", /:\/\/([^\s:@/"'`<>{}$]{0,128}:[^\s@/"'`<>{}$]{3,128})(?=@)/gi, {
    accept: (secret) => !placeholder.test(secret) && !/:\*+$/.test(secret),
  }),
  pattern(
    "aws-secret-access-key",
    /secret_?(?:access_?)?key["']?\s*(?::|=>|=)\s*["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
    { accept: isRandom, wraps: true },
  ),
  pattern("azure-storage-key", /AccountKey=([A-Za-z0-9+/]{86}==)/g, { wraps: true }),
  pattern("azure-sas", /[?&]sig=([\w%+/-]{40,}=?)/g, { accept: isRandom }),
  pattern(
    "webhook",
    /hooks\.slack\.com\/(?:services|workflows)\/([\w/]{20,})|discord(?:app)?\.com\/api\/webhooks\/(?:\d+\/[\w-]{40,})/g,
  ),
  pattern("assigned", new RegExp(`${names}["']?[ \\t]*[:=][ \\t]*([^\\s"'\`,;<>(){}\\\\]{8,200})`, "g"), {
    accept: isValue,
    wraps: true,
  }),
  pattern("assigned", new RegExp(`${names}["']?[ \\t]*[:=][ \\t]*["']([^\\s"'\`\\\\]{8,200})(?=["'])`, "g"), {
    accept: isValue,
  }),
  pattern(
    "json-password",
    /(?:password|passwd|secret|api_?key|access_?token|refresh_?token|client_?secret|private_?key)["']\s*:\s*["']([^\s"'`\\]{8,200})(?=["'])/gi,
    { accept: isValue },
  ),
];
