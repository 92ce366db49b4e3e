import type { Detector, RedactionFinding } from "../types.ts";
import { isPlaceholder, isRandom } from "./random.ts";
import { isPassword, isStrong } from "./value.ts";

const first = `["'][^"'\\n]{0,64}["']`;
const second = `["']([^"'\\n]{4,200})(?=["'])`;
const gap = "\\s{0,24}";

interface Login {
  /** What a text must hold, or one of several: other texts are not searched. */
  readonly hint: string | readonly string[];
  /** The secret is the first group, at the end of the match. */
  readonly expression: RegExp;
  /** Whether a value is a secret there (default: what looks like a password). */
  readonly accept?: (value: string) => boolean;
}

/** Passwords that their place shows, not a name before them. */
const places: readonly Login[] = [
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
  // `new Client("id", "…")`, `createClient("https://…", "…")`
  {
    hint: "(",
    expression: new RegExp(
      `\\((?<=(?:[cC]lient|search|init(?:ialize)?|configure|[cC]onnect|API|Api|SDK|Sdk)\\()${gap}["'][^"'\\n]{0,128}["']${gap},${gap}${second}`,
      "g",
    ),
    accept: isToken,
  },
  // `create_superuser("ada", "mail", "…")`
  {
    hint: "ser(",
    expression: new RegExp(
      `\\((?<=(?:create|add|register|new)_?(?:super|admin)?_?[uU]ser\\()${gap}(?:${first}${gap},${gap}){1,2}(?:password=)?${second}`,
      "g",
    ),
    accept: isStrong,
  },
  // `bcrypt("…")`, `make_password("…")`, whose results are hashes of passwords
  {
    hint: ["crypt", "hash", "Hash", "ssword(", "hashpw"],
    expression: new RegExp(
      `\\((?<=(?:bcrypt|hashpw|[Hh]ash::make|bcrypt\\.hash(?:Sync)?|argon2\\.hash|(?:make|hash|encode|generate|encrypt)_?[pP]assword(?:_hash|Hash)?|password_hash|set_?[pP]assword)\\()${gap}b?${second}`,
      "g",
    ),
  },
  // `btoa("ada:…")`
  {
    hint: ["btoa", "b64encode", "base64_encode", "encode64", "uffer.from"],
    expression: new RegExp(
      `\\((?<=(?:btoa|b64encode|base64_encode|encode64|[bB]uffer\\.from)\\()${gap}b?["'][\\w.@+-]{1,64}:([^"'\\n:\\s]{4,200})(?=["'])`,
      "g",
    ),
  },
  // `createHmac("sha256", "…")`, `jwt.sign(data, "…")`, `cookieParser("…")`: keys that sign or encrypt
  {
    hint: ["mac(", "jwt", "JWT", "jsonwebtoken", "jws.", "ipheriv", "AES."],
    expression: new RegExp(
      `\\((?<=(?:[hH]mac|\\b(?:jwt|JWT|jsonwebtoken|jws)\\.(?:sign|verify|encode|decode)|createCipheriv|createDecipheriv|AES\\.(?:encrypt|decrypt))\\()[^\\n"'()]{0,200}(?:${first})?${gap},${gap}b?${second}`,
      "g",
    ),
    accept: isStrongOrToken,
  },
  {
    hint: ["cookieParser", "Fernet", "AES.new", "hmac.new", "SecretKeySpec", "SigningKey", "HMAC("],
    expression: new RegExp(
      `\\((?<=(?:cookieParser|Fernet|AES\\.new|hmac\\.new|SecretKeySpec|SigningKey|HMAC)\\()${gap}b?${second}`,
      "g",
    ),
    accept: isStrongOrToken,
  },
  // `mysqli_connect("host", "ada", "…")`
  {
    hint: ["connect(", "mysqli(", "PDO(", "DBI", "getConnection("],
    expression: new RegExp(
      `\\((?<=(?:mysqli?_p?connect|\\bmysqli|\\bPDO|DBI->connect|getConnection)\\()${gap}(?:["'][^"'\\n]{0,200}["']${gap},${gap}){2}${second}`,
      "g",
    ),
  },
  // `;PWD={…}` of a connection
  { hint: ";", expression: /;[ \t]?pwd=\{?([^;{}"'\s]{4,100})/gi },
  // A script that only prints a password
  {
    hint: "#!",
    expression: /^#!\/[^\n]{1,40}\n(?:exec )?(?:echo|printf) ["']([^"'\n]{8,100})(?=["'])/g,
    accept: isStrong,
  },
  // `connect ada/…@host`
  { hint: ["conn", "CONN"], expression: /\bconn(?:ect)?[ \t]{1,4}\w{1,30}\/["']?([^\s@"'/]{3,60})(?=["']?@)/gi },
  // `sqlplus ada/…@host`
  {
    hint: ["sqlplus", "sqlcl", "rman", "dp ", "sqlldr"],
    expression:
      /\b(?:sqlplus|sqlcl|rman|expdp|impdp|sqlldr)\b[^\n]{0,60}?[ =]["']?\w{1,30}\/["']?([^\s@"'/]{3,60})(?=["']?@)/g,
  },
  // "with password …", "(password …)"
  {
    hint: ["assword ", "passphrase ", "passcode ", "pw ", "pass "],
    expression:
      /\b(?:password|passphrase|passcode|pw|pass)(?<=(?:[(,]|\b(?:with|using|and|the))[ \t]?(?:the )?\w{2,10})[ \t]{1,2}["'`*]{0,2}([^\s"'`]{7,63}[^\s"'`.,;:!?)*])/gi,
    accept: isStrong,
  },
  // "change the password from … to …"
  ...["from", "to|into"].map((word) => ({
    hint: ["assword", "passphrase", "passcode", "pw "],
    expression: new RegExp(
      `\\b(?:password|passphrase|passcode|pw)(?:[ \\t]\\S{1,64}){0,8}?[ \\t](?:${word})[ \\t]["'\`*]{0,2}([^\\s"'\`]{7,63}[^\\s"'\`.,;:!?)*])`,
      "gi",
    ),
    accept: isStrong,
  })),
  // "Log in with ada / …"
  {
    hint: ["log in ", "sign in ", "Log in ", "Sign in ", "log-in ", "login ", "logging in "],
    expression:
      /\b(?:log|sign)(?:ging)?[ -]?in (?:with|as|using|is) [\w@.+-]{1,60} ?(?:\/|:|and|with) ?(?:(?:the )?password )?([^\s"'`]{7,63}[^\s"'`.,;:!?)])/gi,
    accept: isStrong,
  },
  // `echo -n "…" | base64`
  {
    hint: "echo",
    expression:
      /\becho[ \t]{1,4}(?:-n[ \t]{1,4})?["']([^"'\n]{6,200})(?=["'][ \t]{0,4}\|[ \t]{0,4}(?:base64|openssl|mkpasswd|sha\d{1,3}sum))/g,
    accept: isStrong,
  },
  // `<input type="password" value="…">`
  {
    hint: "<input",
    expression: /<input\b(?=[^>]{0,300}type=["']?password\b)[^>]{0,300}\bvalue=["']([^"'\n>]{4,200})(?=["'])/g,
  },
  // `expect` types a password.
  { hint: "send", expression: /\bsend[ \t]{1,4}(?:--[ \t]{1,4})?"([^"\s$\\]{6,64})(?=(?:\\[rn]|[\r\n])")/g },
  // `AUTH …` and `ACL SETUSER ada >…` of Redis
  {
    hint: "AUTH",
    expression:
      /(?:^|[>\n][ \t]?|\\n)AUTH[ \t]{1,4}(?:[\w.-]{1,40}[ \t]{1,4})?([^\s"'\\]{6,200})(?=[ \t]*(?:[\n\r"\\]|$))/g,
  },
  { hint: "SETUSER", expression: /\bSETUSER[^\n]{1,100}? >([^\s"']{4,200})/gi },
  // `ada * "…" *` in files of secrets of dial-up and VPN
  {
    hint: '"',
    expression: /(?:^|\n)[^\s#"]{1,64}[ \t]{1,20}[^\s"]{1,64}[ \t]{1,20}"([^"\n]{6,100})(?="[ \t]{1,20}[*\d])/g,
  },
  // "Log in with `ada` / `…`"
  {
    hint: "`",
    expression:
      /`(?<=(?:log|sign|credential|user|account|admin|anmeld|zugang)[^\n`]{0,60}`)[\w@.+-]{1,60}` ?(?:\/|:|,|and|und|et|with|mit) ?(?:(?:the )?password |pw |Passwort )?`([^`\s]{6,60})(?=`)/gi,
    accept: isStrong,
  },
  // `ada:…@tcp(host:3306)/name`, the address of a database in Go
  { hint: "@", expression: /(?<![\w.-])[\w.-]{1,64}:([^\s:@"'`/]{3,100})(?=@(?:tcp|udp|unix)\()/g },
  // `chpasswd` of cloud-init, or with a text as its input
  {
    hint: "chpasswd",
    expression:
      /chpasswd(?::\s{1,20}(?:expire:[^\n]{1,20}\s{1,20})?list:[^\n]{0,8}|[^\n]{0,20}<<[^\n]{0,10})\n[ \t]{0,20}(?:- )?["']?[\w.-]{1,32}:([^\s:"']{4,100})/g,
  },
  // `ConvertTo-SecureString "…" -AsPlainText`
  {
    hint: "SecureString",
    expression: /ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["']([^"'\n]{4,200})(?=["'])/g,
  },
];

/** Whether an argument is a key: long and random. */
function isToken(value: string): boolean {
  return /^[\w+/=.-]{20,}$/.test(value) && /\d/.test(value) && isRandom(value) && !isPlaceholder(value);
}

function isStrongOrToken(value: string): boolean {
  return isStrong(value) || isToken(value);
}

const hintsOf = ({ hint }: Login): readonly string[] => (typeof hint === "string" ? [hint] : hint);
const isSign = (hint: string): boolean => hint.length < 3;
/** Words that most texts do not hold: of all places that need one. */
const anyWord = new RegExp(
  places
    .flatMap(hintsOf)
    .filter((hint) => !isSign(hint))
    .map((hint) => hint.replace(/[^\w ]/g, "\\$&"))
    .join("|"),
);
/** Places that a sign shows, which a text may hold without any of the words. */
const bySign = places.filter((place) => hintsOf(place).some(isSign));
/** Shorter texts hold no call and no sentence. */
const leastChars = 10;

/** Passwords in calls that log in, in forms and in scripts that type them. */
export const logins: Detector = {
  name: "login",
  find(texts) {
    const findings: RedactionFinding[] = [];
    for (const [text, value] of texts.entries()) {
      if (value.length < leastChars) continue;
      for (const place of anyWord.test(value) ? places : bySign) {
        if (!hintsOf(place).some((hint) => value.includes(hint))) continue;
        const { expression, accept = isPassword } = place;
        for (const { 0: found, 1: secret = "", index } of value.matchAll(expression)) {
          const to = index + found.length;
          if (accept(secret)) findings.push({ text, from: to - secret.length, to, kind: "password" });
        }
      }
    }
    return findings;
  },
};
