import { pattern } from "../pattern.ts";
import type { Detector } from "../types.ts";
import { isKey } from "./random.ts";

/** Keys whose distinctive characters are not at their beginning, or are too few: an expression, and a substring of all keys. */
const inside: Readonly<Record<string, readonly [hint: string, source: string]>> = {
  asana: ["/", "[0-2]/\\d{10,20}(?:/\\d{10,20})?:[0-9a-f]{32}(?!\\w)"],
  azure: ["JQQJ99", "[A-Za-z0-9]{44,56}JQQJ99[A-Za-z0-9]{20,30}(?![A-Za-z0-9])"],
  "azure-client-secret": ["Q~", "[\\w.~]{3}\\dQ~[\\w.~-]{31,34}(?![\\w~-])"],
  "azure-key": [
    "",
    `[A-Za-z0-9+/]{76}(?:APIM|ACDb|\\+(?:ABa|AMC|ASt))[A-Za-z0-9+/]{5}[AQgw]==|[A-Za-z0-9+/]{33}(?:AIoT|AzCa|\\+(?:ASb|AEh|ARm))[A-P][A-Za-z0-9+/]{5}=|[\\w-]{44}AzFu[\\w-]{6,10}={0,2}|[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}(?![A-Za-z0-9])|[A-Za-z0-9+/]{42}\\+ACR[A-D][A-Za-z0-9+/]{5}(?![A-Za-z0-9+/])`,
  ],
  bitwarden: ["0.", "0\\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.[A-Za-z0-9]{20,40}:[A-Za-z0-9+/]{20,60}={0,2}"],
  convex: ["|", "(?:prod|dev|preview):[a-z0-9-]{3,60}\\|[A-Za-z0-9+/]{40,}={0,2}"],
  discord: ["", "[MNO][\\w-]{23,27}\\.(?=[\\w-]{0,40}[A-Z\\d])[\\w-]{6}\\.[\\w-]{27,40}(?![\\w-])"],
  "dropbox-long-lived": ["AAAAAAAAAA", "[A-Za-z0-9]{11}AAAAAAAAAA[\\w=-]{43}(?![\\w=-])"],
  "facebook-app": ["|", "\\d{15,16}\\|[\\w-]{27,40}(?![\\w-])"],
  firebase: [":APA91b", "[\\w-]{11,40}:APA91b[\\w-]{60,}"],
  ghost: [":", "[0-9a-f]{24}:[0-9a-f]{64}(?![0-9a-f])"],
  jenkins: ["{AQAAAB", "\\{AQAAAB[A-Za-z0-9+/]{20,}={0,2}\\}"],
  k3s: ["K10", "K10[0-9a-f]{64}::[a-z]{1,20}:[0-9a-z.]{16,80}(?!\\w)"],
  laravel: ["|", "\\d{1,10}\\|(?=[a-z0-9]{0,39}[A-Z])(?=[A-Z0-9]{0,39}[a-z])[A-Za-z0-9]{40,48}(?![A-Za-z0-9])"],
  mailchimp: ["-us", "[0-9a-f]{32}-us\\d{1,2}(?!\\w)"],
  "mailgun-signing": ["-", "[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}(?![\\w-])"],
  maxmind: ["_mmk", "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\\w)"],
  telegram: [":A", "\\d{8,10}:A[\\w-]{34}(?![\\w-])"],
  terraform: [".atlasv1.", "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,}"],
  twilio: ["SK", "SK[0-9a-fA-F]{32}(?![0-9A-Za-z])"],
  "vault-service": [
    "s.",
    "s\\.(?=[A-Za-z]{0,23}\\d)(?=[\\da-z]{0,23}[A-Z])(?=[\\dA-Z]{0,23}[a-z])[A-Za-z0-9]{24}(?![A-Za-z0-9(])",
  ],
};

/** Parts that are found faster than the beginnings of keys. */
const parts: Readonly<Record<string, RegExp>> = {
  "azure-key": /A(?:zFu|zSe|zCa|IoT|PIM|CDb)[A-Za-z0-9+/_-]{5}|\+A(?:CR|Ba|MC|St|Sb|Eh|Rm)[A-Za-z0-9+/]{5}/,
  ghost: /:[0-9a-f]{64}(?![0-9a-f])/,
  laravel: /\|[A-Za-z0-9]{40}/,
  "mailgun-signing": /-[0-9a-h]{8}-[0-9a-h]{8}(?![\w-])/,
};

/** Detectors for keys that are recognised by characters inside them. After `/bot`, one of Telegram is in an address. */
export const keys: readonly Detector[] = Object.entries(inside).map(([name, [hint, source]]) => {
  const expression = new RegExp(`(?<![A-Za-z0-9](?<!/bot))(?:${source})`, "g");
  const detector = pattern(name, expression, { accept: isKey, wraps: true, hint });
  const part = parts[name];
  return part === undefined
    ? detector
    : { ...detector, find: (texts) => detector.find(texts.map((text) => (part.test(text) ? text : ""))) };
});
