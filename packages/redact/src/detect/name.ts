/** What a name says of its value. */
export interface SecretName {
  /**
   * `password`: a person may have chosen the value, so it may be words. `secret`: a program made it, so it looks random.
   * `weak`: only a long random value is a secret, as the names of many other things end alike (`cache_key`).
   */
  readonly strength: "password" | "secret" | "weak";
  /** The word in the names of its secrets, as in `REDACTED-<kind>-1`. */
  readonly kind: string;
  /** Whether it is written as an environment variable. */
  readonly isVariable: boolean;
}

/** Finds where a name of a secret may be. The rest of the name is read from there. */
export const clue: RegExp =
  /pass|pwd|secret|token|key|auth|cred|jwt|bearer|csrf|salt|private|pat\b|psw|psk|pw\b|webhook/gi;

const passwords =
  /^(?:.*(?:password|passwd|passphrase|passcode|passwort|pwd|psk)|(?:admin|db|ftp|http|login|mail|my|pg|proxy|root|smtp|ssh|sudo|user|wifi)pass|(?:admin|bind|db|root|user)?pw|pass|psw|requirepass|masterauth|storepass|keypass|passin|passout)$/;
const secrets = /^(?:.*(?:secret|token|apikey|secretkey|accesskey|privatekey|authkey)|secrets|jwt|bearer|salt)$/;

/** Words before `key` that make it a secret. */
const keyWords = new Set(
  "access account admin aes api app application auth client consumer crypt cryption decrypt decryption deploy encrypt encryption hmac ingest ingestion integration license licence master nonce private recovery role sas secret service session shared sign signature signing ssh storage unseal webhook write".split(
    " ",
  ),
);
/** Words before `key` or `token` that make it no secret. */
const openWords = new Set(
  "alt arrow cache cancel cancellation column composite continuation css ctrl design dict down escape field foreign gpg group hash hot index join left lookup map max min next object page paging partition pgp primary prop public query react restore right row shift sort sync syntax table translation unique up".split(
    " ",
  ),
);
/** Words anywhere before `key` that make it no secret. */
const openToAll = new Set(["public", "publishable", "anon", "site"]);
/** Words before `pat` that make it a personal access token, not a pattern. */
const patOwners = new Set(["ado", "azure", "devops", "gh", "git", "github", "gitlab", "gl", "jira"]);
/** Words that may follow in a name: it is still the name of a secret. */
const neutral =
  /^(?:v?\d+|value|val|base|base64|b64|hex|raw|plain|plaintext|text|prod|production|dev|development|stage|staging|test|local|ci|old|new|current|main|primary|secondary|default|admin|user|root|str|string|env|data)$/;
/** Words that may not follow in the name of an environment variable: its value is about a secret. */
const about =
  /^(?:paths?|file|filename|dir|folder|name|names|arn|env|url|uri|id|ids|in|ttl|count|counts|limit|prefix|suffix|pattern|regex|type|types|length|len|size|expires|expiry|expiration|age|lifetime|timeout|field|header|headers|param|params|policy|required|enabled|disabled|min|max|cost|usage|hash|algorithm|alg|format|version|manager|provider|service|endpoint|host|port|issuer|audience|scope|scopes|description|label|title|hint|error|message|mode|method|store|stdin|command|cmd|index|class|schema|rotation|strength|budget|window|refresh|reset|strategy|validation|storage|config|settings|options)$/;

/** The part of a dotted name after its last dot; dots at its end do not count. */
function lastPart(name: string): string {
  let end = name.length;
  while (end > 0 && name[end - 1] === ".") end--;
  return end === 0 ? name : name.slice(name.lastIndexOf(".", end - 1) + 1);
}

/**
 * What a name says of its value.
 *
 * @param name an identifier, also with hyphens or dots: `DB_PASSWORD`, `apiKey`, `X-Api-Key`, `spring.datasource.password`.
 * @returns `undefined` where its value is no secret.
 */
export function readName(name: string): SecretName | undefined {
  const last = lastPart(name);
  if (/^(?:OLD)?PWD$/.test(last)) return undefined;
  const words = last.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)?.map((word) => word.toLowerCase()) ?? [];
  const isVariable = /^[A-Z][A-Z0-9_]*$/.test(last) && last.length > 3;
  for (let at = words.length - 1; at >= 0; at--) {
    const found = readWord(words, at);
    if (found) return { ...found, isVariable };
    const word = words[at]!;
    if (word === "id" && /^(?:private|access) key id$/.test(words.slice(at - 2).join(" "))) continue;
    if (isVariable ? about.test(word) : !neutral.test(word)) return undefined;
  }
  return undefined;
}

function readWord(words: readonly string[], at: number): Omit<SecretName, "isVariable"> | undefined {
  const word = words[at]!;
  const before = words[at - 1] ?? "";
  if (openWords.has(before) && (word === "key" || word === "token")) return undefined;
  if (word === "key" && (before === "registry" || (before === "3" && words[at - 2] === "s"))) return undefined;
  // A list of hashes of secrets that a scanner keeps
  if (word === "secret" && before === "hashed") return undefined;
  // `NEXT_PUBLIC_MAPS_KEY` is sent to every visitor.
  if (word === "key" && words.some((each) => openToAll.has(each)) && !words.includes("secret")) return undefined;
  if (word === "pass" && before === "") return { strength: "secret", kind: "password" };
  // Packed data may spell `p1Pw`.
  if (word === "pw" && /^(?:\d+|.)$/.test(before)) return undefined;
  if (passwords.test(word) || (word === "word" && before === "pass")) return { strength: "password", kind: "password" };
  if (word === "phrase" && before === "pass") return { strength: "password", kind: "password" };
  if (secrets.test(word))
    return { strength: "secret", kind: word.endsWith("key") ? "key" : word.endsWith("token") ? "token" : "secret" };
  if (word === "pat" && patOwners.has(before)) return { strength: "secret", kind: "token" };
  if (word === "key" && keyWords.has(before)) return { strength: "secret", kind: "key" };
  if (word === "key" && before !== "") return { strength: "weak", kind: "key" };
  if (word === "auth" || word === "authorization") return { strength: "weak", kind: "auth" };
  if (/^(?:credentials?|creds?|csrf|webhook)$/.test(word)) return { strength: "weak", kind: "secret" };
  return undefined;
}
