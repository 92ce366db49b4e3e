import type { Detector, RedactionFinding } from "../types.ts";
import { isPassword } from "./value.ts";

const first = `["'][^"'\\n]{0,64}["']`;
const second = `["']([^"'\\n]{4,200})(?=["'])`;
const gap = "\\s{0,24}";

/** Passwords that their place shows, not a name before them. The secret is the last group, at the end of the match. */
const places: ReadonlyArray<{ readonly hint: string; readonly expression: RegExp }> = [
  // `auth=("ada", "…")`, `auth: ["ada", "…"]`
  { hint: "auth", expression: new RegExp(`\\bauth["']?${gap}[=:]${gap}[([]${gap}${first}${gap},${gap}${second}`, "g") },
  // `HTTPBasicAuth("ada", "…")`, `smtp.login("ada", "…")`, `smtp.PlainAuth("", "ada", "…", host)`
  {
    hint: "(",
    expression: new RegExp(
      `\\((?<=(?:[bB]asic_?[aA]uth|[dD]igestAuth|PlainAuth|UserPassword|Credentials?|PasswordAuthentication|\\b(?:login|log_in|signIn|sign_in|logIn|authenticate|auth|connect_as))\\()${gap}(?:""${gap},${gap})?${first}${gap},${gap}${second}`,
      "g",
    ),
  },
  // `<input type="password" value="…">`
  {
    hint: "<input",
    expression: /<input\b(?=[^>]{0,300}type=["']?password\b)[^>]{0,300}\bvalue=["']([^"'\n>]{4,200})(?=["'])/g,
  },
  // `expect` types a password.
  { hint: "send", expression: /\bsend[ \t]{1,4}(?:--[ \t]{1,4})?"([^"\s$\\]{6,64})(?=(?:\\[rn]|[\r\n])")/g },
  // `ConvertTo-SecureString "…" -AsPlainText`
  {
    hint: "SecureString",
    expression: /ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["']([^"'\n]{4,200})(?=["'])/g,
  },
];

/** Passwords in calls that log in, in forms and in scripts that type them. */
export const logins: Detector = {
  name: "login",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries())
      for (const { hint, expression } of places) {
        if (!value.includes(hint)) continue;
        for (const { 0: found, 1: secret = "", index } of value.matchAll(expression)) {
          const to = index + found.length;
          if (isPassword(secret)) findings.push({ text, from: to - secret.length, to, kind: "password" });
        }
      }
    return findings;
  },
};
