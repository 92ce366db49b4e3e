import { pattern } from "../pattern.ts";
import type { Detector, RedactionFinding } from "../types.ts";
import { isPlaceholder, isRandom } from "./random.ts";

/** Whether a token after its scheme is real: letters and digits, or random letters. */
function isToken(secret: string): boolean {
  return ((/\d/.test(secret) && /[A-Za-z]/.test(secret)) || isRandom(secret)) && !isPlaceholder(secret);
}

/** Names of cookies that hold a session. */
const sessionName = /sess|sid|token|auth|jwt|csrf|xsrf|secret|remember|login|identity/i;

/** The values of cookies in headers: those that look random, or whose name is that of a session. */
const cookie: Detector = {
  name: "cookie",
  wraps: false,
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries())
      for (const { 0: header, index } of value.matchAll(
        /(?:\b(?:set-)?cookie["'`]?[ \t]{0,4}[:=,]\s{0,24}(?:"value"[ \t]{0,4}:[ \t]{0,4})?["'`]?|[ \t](?:-b|--cookie)[ \t=]{1,4}["'])(?=[\w.-]{1,64}=)/gi,
      )) {
        const start = index + header.length;
        const line = /^[^\r\n"'`]*/.exec(value.slice(start, start + 4096))![0];
        for (const pair of line.matchAll(/(?:^|;[ \t]{0,4})([\w.-]{1,64})=([^;\s,&\\]{6,})/g)) {
          const [all, name = "", secret = ""] = pair;
          const isSecret = sessionName.test(name)
            ? isToken(secret) || secret.length >= 24
            : secret.length >= 16 && isRandom(secret);
          const to = start + pair.index + all.length;
          if (isSecret && !isPlaceholder(secret)) findings.push({ text, from: to - secret.length, to });
        }
      }
    return findings;
  },
};

/** Secrets in headers of HTTP. */
export const headers: readonly Detector[] = [
  pattern("bearer", /\bbearer[ \t]{1,8}([\w.~+/=-]{16,})/gi, { accept: isToken, wraps: true }),
  pattern(
    "basic-auth",
    /\bauthorization["'`]?(?:\s{0,8}[:=,]\s{0,8}|[ \t]{1,8}(?=["'`]))["'`]?basic[ \t]{1,8}([A-Za-z0-9+/=]{8,})/gi,
    {
      accept: isBasic,
      wraps: true,
    },
  ),
  // Other schemes, such as those of vendors
  pattern(
    "authorization",
    /\bauthorization["'`]?\s{0,8}[:=,]\s{0,8}["'`]?(?!basic\b)[A-Za-z][\w-]{1,24}[ \t]{1,4}([\w.~+/=|-]{20,})/gi,
    {
      accept: (secret) => isToken(secret) && isRandom(secret),
      hint: "uthorization",
      kind: "token",
    },
  ),
  cookie,
];

/** Whether a text may be `user:password` in base64, not a word. */
function isBasic(secret: string): boolean {
  return /[A-Z\d=]/.test(secret) && !isPlaceholder(secret);
}
