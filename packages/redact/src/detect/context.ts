import { pattern } from "../pattern.ts";
import type { Detector } from "../types.ts";

/** Node and browsers have it. */
declare function atob(base64: string): string;

/** Letters and digits, as what was made by chance has; a word of a manual or of a program has none. */
function isRandom(secret: string): boolean {
  return /\d/.test(secret) && /[A-Za-z]/.test(secret) && !/([xX*.0])\1{5}/.test(secret);
}

/** A value that is no variable, call, path or type. */
function isValue(secret: string): boolean {
  return isRandom(secret) && !/^(?:process|env|os|self|this|config|\.{0,2}\/|https?:)/.test(secret);
}

/** Names that stand for a person's in every manual. */
const anybody = /^(?:user(?:name)?|me|name|login|admin|foo):(?:pass(?:word)?|pw|secret|bar)?$/i;

/** The header of a JSON Web Token names an algorithm. */
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

/** What is a secret by what it is made of, or by what stands before it. */
export const context: readonly Detector[] = [
  pattern("jwt", /(?<![A-Za-z0-9])eyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]+){1,3}/g, { accept: isToken, wraps: true }),
  pattern("bearer", /\bbearer[ \t]+([\w.~+/=-]{16,})/gi, { accept: isRandom, wraps: true }),
  pattern("basic-auth", /\bauthorization["']?\s*[:=]\s*["']?basic[ \t]+([A-Za-z0-9+/=]{8,})/gi, { wraps: true }),
  pattern("api-key-header", /\b(?:x-)?(?:api|auth)-(?:key|token)["']?\s*[:=]\s*["']?([\w.~+/=-]{16,})/gi, {
    accept: isRandom,
    wraps: true,
  }),
  pattern("url-credentials", /:\/\/([^\s:@/"'`<>{}$*]{0,128}:[^\s@/"'`<>{}$*]{3,128})(?=@)/gi, {
    accept: (secret) => !anybody.test(secret),
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
  pattern(
    "assigned",
    /(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY)[A-Z0-9_]*["']?[ \t]*[:=][ \t]*["']?([^\s"'`,;<>(){}$\\]{8,200})/g,
    { accept: isValue, wraps: true },
  ),
  pattern(
    "json-password",
    /(?<![A-Za-z])(?:password|passwd|secret|api_?key|access_?token|refresh_?token|client_?secret|private_?key)["']\s*:\s*["']([^\s"'`<>(){}$\\]{8,200})(?=["'])/gi,
    { accept: isValue },
  ),
];
