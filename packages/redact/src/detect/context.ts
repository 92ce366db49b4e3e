import { pattern } from "../pattern.ts";
import type { Detector } from "../types.ts";
import { isRandom, isStandIn } from "./random.ts";

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

/** Whether there are letters and digits, and no words of a manual. */
function isMixed(secret: string): boolean {
  return /\d/.test(secret) && /[A-Za-z]/.test(secret) && !isStandIn(secret);
}

/** Files of websites and sources, whose names hold hashes. */
const isFile = /\.(?:[cm]?[jt]sx?|css|html?|json|map|md|svg|woff2?|py|go|rs|rb|java|vue|php|\d+)$/i;

/** Whether a part of an address is random, and no id that the address only names. */
function isToken(secret: string): boolean {
  return isMixed(secret) && isRandom(secret) && !/^[\da-f-]{36}$/i.test(secret) && !isFile.test(secret);
}

/** Hashes of passwords, which can be guessed from them: of Unix, web servers, databases, directories and frameworks. */
const hashes: readonly string[] = [
  "\\${1,2}(?:1|5|6|7|8|9|apr1|md5|sha1|y|gy)\\${1,2}(?:rounds=\\d{1,9}\\${1,2})?[./A-Za-z0-9]{1,48}\\${1,2}(?:[./A-Za-z0-9]{1,64}\\${1,2})?[./A-Za-z0-9]{20,128}",
  "\\${1,2}2[abxy]?\\${1,2}\\d\\d\\${1,2}[./A-Za-z0-9]{53}",
  "\\${1,2}[PH]\\${1,2}[./A-Za-z0-9]{31}",
  "\\${1,2}(?:argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\\d{1,3})?)\\${1,2}(?:[\\w=,.-]{1,60}\\${1,2}){0,3}[./A-Za-z0-9+]{8,64}={0,2}\\${1,2}[./A-Za-z0-9+]{20,128}={0,2}",
  "(?:pbkdf2_sha\\d{1,3}|scrypt|pbkdf2:sha\\d{1,3}:\\d{1,9}|scrypt:\\d{1,9}:\\d{1,3}:\\d{1,3})\\${1,2}(?:\\d{1,9}\\${1,2})?[./A-Za-z0-9]{4,64}\\${1,2}(?:\\d{1,4}\\${1,2}\\d{1,4}\\${1,2})?[./A-Za-z0-9+]{20,256}={0,2}",
  "SCRAM-SHA-(?:1|256)\\${1,2}\\d{1,9}:[A-Za-z0-9+/=]{16,64}\\${1,2}[A-Za-z0-9+/=]{20,90}:[A-Za-z0-9+/=]{20,90}",
];

/** Secrets that are recognised by their structure, or by the fixed text before them. */
export const context: readonly Detector[] = [
  pattern("jwt", /(?<![A-Za-z0-9])eyJ[\w-]{8,2000}\.[\w-]{0,20000}(?:\.[\w-]{1,20000}){1,3}/g, {
    accept: isJwt,
    wraps: true,
  }),
  pattern(
    "aws-secret-access-key",
    /secret[_ ]?(?:access[_ ]?)?key["']?(?: \[[^\]\n]{0,40}\])?\s{0,8}(?::|=>|=)\s{0,8}["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
    { accept: isMixed, wraps: true },
  ),
  // The two parts of a key of AWS in one line.
  pattern(
    "aws-secret-access-key",
    /(?:AKIA|ASIA)[A-Z2-7]{16}(?:["'`]?[\s,;|:]{1,12}["'`]?|[^A-Za-z0-9/+=\n][^\n]{0,40}?[\s"'`,;|:=])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
    { accept: (secret) => isMixed(secret) && /[A-Z]/.test(secret) && /[a-z]/.test(secret), hint: "IA" },
  ),
  pattern("sonar-login", /sonar\.login["']?[ \t]{0,4}[=:][ \t]{0,4}["']?([0-9a-f]{40})(?![0-9a-f])/g, {
    hint: "sonar.",
  }),
  pattern("azure-storage-key", /AccountKey=([A-Za-z0-9+/]{86}==)/g, { wraps: true }),
  pattern("azure-sas", /[?&]sig=([\w%+/-]{40,}=?)/g, { accept: isMixed }),
  pattern("signed-url", /(?:[?&]|, ?|X-(?:Amz|Goog|Oss|Tos)-)Signature=([\w%+/=~-]{20,})/g, {
    accept: isMixed,
    hint: "ignature=",
  }),
  pattern("digest-auth", /\bresponse="([0-9a-f]{32,64})(?=")/g, { hint: "Digest " }),
  // Links that log in, and codes that are exchanged for a token.
  pattern(
    "url-token",
    /\/(?:[\w-]{0,20}(?:reset|verif|confirm|magic|invit|activat|unlock|recover|unsubscrib|login|signin|auth)[\w-]{0,20})\/([\w.~-]{20,400})(?=[\s"'`<>?&#)\]]|$)/gi,
    { accept: isToken, hint: "/" },
  ),
  pattern("url-token", /[?&](?:code|ticket|key|sid|invite|otp|nonce|hash)=([\w%.~/+-]{20,2000})/g, {
    accept: isToken,
    hint: "=",
  }),
  // The private parts of a JSON Web Key.
  pattern("json-web-key", /"(?:d|p|q|dp|dq|qi|k)"\s{0,8}:\s{0,8}"([\w-]{40,1000})(?=")/g, {
    hint: '"kty"',
  }),
  pattern("password-hash", new RegExp(`(?:${hashes.join("|")})(?![A-Za-z0-9])`, "g"), { hint: "$", kind: "hash" }),
  pattern("password-hash", /\{(?:S?SHA(?:256|512)?|S?MD5|CRYPT)\}[A-Za-z0-9+/=.$]{13,200}/g, {
    hint: "}",
    kind: "hash",
  }),
  pattern(
    "webhook",
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/+-]{20,})|discord(?:app)?\.com\/api\/webhooks\/(?:\d+\/[\w-]{40,})|\.webhook\.office\.com\/webhookb2\/([\w@/-]{40,})|\.logic\.azure\.com(?::\d{1,5})?\/workflows\/([\w/-]{20,})/g,
  ),
];
