import { pattern } from "../pattern.ts";
import type { Detector } from "../types.ts";

/** Available in Node and browsers. */
declare function atob(base64: string): string;

/** Whether a text is a JSON Web Token: its header names an algorithm. */
function isJwt(secret: string): boolean {
  try {
    const header: unknown = JSON.parse(
      atob(secret.slice(0, secret.indexOf(".")).replace(/-/g, "+").replace(/_/g, "/")),
    );
    return typeof header === "object" && header !== null && "alg" in header;
  } catch {
    return false;
  }
}

/** Secrets that are recognised by their structure, or by the fixed text before them. */
export const context: readonly Detector[] = [
  pattern("jwt", /(?<![A-Za-z0-9])eyJ[\w-]{8,2000}\.[\w-]{0,20000}(?:\.[\w-]{1,20000}){1,3}/g, {
    accept: isJwt,
    wraps: true,
  }),
  pattern(
    "aws-secret-access-key",
    /secret_?(?:access_?)?key["']?\s{0,8}(?::|=>|=)\s{0,8}["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
    { accept: (secret) => /\d/.test(secret) && /[A-Za-z]/.test(secret), wraps: true },
  ),
  pattern("azure-storage-key", /AccountKey=([A-Za-z0-9+/]{86}==)/g, { wraps: true }),
  pattern("azure-sas", /[?&]sig=([\w%+/-]{40,}=?)/g, {
    accept: (secret) => /\d/.test(secret) && /[A-Za-z]/.test(secret),
  }),
  pattern(
    "webhook",
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/+-]{20,})|discord(?:app)?\.com\/api\/webhooks\/(?:\d+\/[\w-]{40,})|\.webhook\.office\.com\/webhookb2\/([\w@/-]{40,})|\.logic\.azure\.com(?::\d{1,5})?\/workflows\/([\w/-]{20,})/g,
  ),
];
