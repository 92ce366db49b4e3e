import type { Detector, RedactionFinding } from "../types.ts";
import { isPassword, isStrong } from "./value.ts";
import { isPlaceholder, isRandom } from "./random.ts";

/** The word for a password in other languages than English. */
const words =
  "password|passwort|kennwort|passphrase|mot de passe|contraseña|contrasena|clave|senha|palavra-passe|parola|schlüssel|wachtwoord|hasło|haslo|пароль|lösenord|adgangskode|passord|kodeord|salasana|heslo|jelszó|şifre|parolă|κωδικός|パスワード|暗証番号|密码|密碼|口令|비밀번호|암호|mật khẩu|รหัสผ่าน";
const marks = "[\"'*`«»„“”「」]";
/** What links it to its value: a few words between, and a sign or a verb. */
const expression = new RegExp(
  `(?:${words})(?:[ \\t]{1,4}[\\p{L}()-]{1,20}){0,5}?${marks}{0,3}[ \\t]{0,4}(?:([:：=])|(?<=[ \\t])(?:ist|is|lautet|war|est|es|è|é|jest|är|er|on|это|[—–])(?=[ \\t])|[はが是为為은는])[ \\t\\u3000]{0,4}${marks}{0,3}([^\\s"'\`«»„“”「」、。，]{6,200})`,
  "giu",
);
/** The value directly after the word, as in "mit Passwort …". */
const direct = new RegExp(`(?:${words})[ \\t]{1,2}${marks}{0,3}([^\\s"'\`«»„“”「」、。，]{8,200})`, "giu");
/** What the words have in common, so that most texts are not searched: the alphabet, or some letters. */
const alphabet = /[\u0370-\u04ff\u0e00-\u0e7f\u1e00-\u1eff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
const hint =
  /passwort|password[^\n]{0,80} (?:è|ist|lautet|est|es|é)[ :]|kennw|mot de p|contrase|clave|senha|palavra-p|parol|wachtw|has[łl]o|lösen|schlüss|adgangs|passord|kodeord|salasana|heslo|jelsz/i;

/** Passwords after the word for it in other languages than English. */
export const languages: Detector = {
  name: "password-word",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      if (!alphabet.test(value) && !hint.test(value)) continue;
      for (const { 0: found, 1: sign, 2: whole = "", index } of value.matchAll(expression)) {
        const secret = whole.replace(/[.,;:!?)]{1,3}$/, "");
        const from = index + found.length - whole.length;
        const isSecret =
          sign === undefined || found.toLowerCase().startsWith("schl")
            ? isStrong(secret) || isRandom(secret)
            : isPassword(secret);
        if (isSecret && !isPlaceholder(secret))
          findings.push({ text, from, to: from + secret.length, kind: "password" });
      }
      for (const { 0: found, 1: whole = "", index } of value.matchAll(direct)) {
        const secret = whole.replace(/[.,;:!?)]{1,3}$/, "");
        const from = index + found.length - whole.length;
        if (!/^password/i.test(found) && isStrong(secret) && !isPlaceholder(secret))
          findings.push({ text, from, to: from + secret.length, kind: "password" });
      }
    }
    return findings;
  },
};
