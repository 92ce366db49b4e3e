import { countRarePairs, isPlaceholder, isRandom, maxJudged } from "./random.ts";
import type { SecretName } from "./name.ts";

/** Available in Node and browsers. */
declare function atob(base64: string): string;

/** How a value stands after its name. */
export interface Notation {
  /** Whether quotes delimit the value. */
  readonly isQuoted: boolean;
  /** Whether the notation is one of programs, not of sentences: an assignment, a flag, a line of a file of settings. */
  readonly isFormal: boolean;
  /** Whether it is no code in any case: quoted, the argument of a flag, in an address or a file of variables. */
  readonly isLiteral: boolean;
  /** Whether a sentence says what the value is: `the password is …`, `password: …`. */
  readonly isStated?: boolean | undefined;
}

/** Code that computes a value: a member, a call, a path, an address of something else. */
const code =
  /^(?:(?:await|new|typeof|not|return)\s|!+|&|\(|[A-Za-z_$][\w$]*(?:\?|!)?(?:\.[A-Za-z_$]|\[|\(|::|->|\s*[+?|&=]=?\s)|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|(?:\.{0,2}|~|[A-Za-z]:)[\\/][\w.@-]+[\\/]|[a-z][a-z0-9+.-]{1,20}:\/\/|arn:|op:|env:|file:|vault:|ssm:|urn:|sha\d+-)/;
/** A file name, by its extension. */
export const fileName: RegExp =
  /\.(?:pem|key|crt|json|jsonc?|ya?ml|toml|txt|env|md|html?|[cm]?[jt]sx?|py|go|rs|rb|java|sh|sql|lock|xml|css|png|svg)$/i;

/** Names of archives and media, which are often hashes. */
const archive = /^[\w./@+-]{1,200}\.(?:zip|tgz|gz|jar|whl|tar|woff2?|jpe?g|webp|gif|mp4|pdf)$/i;

const isAddress = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|arn:|\.{0,2}\/|~)/;

/** Whether a value is base64, which may begin like a path. */
export function isBase64(value: string): boolean {
  return /^[A-Za-z0-9+/]{32,}={0,2}$/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value) && isRandom(value);
}

/** Whether a part of a value is so long and random that it is no code. */
function hasLongKey(value: string): boolean {
  return (value.match(/[A-Za-z0-9+/_-]{20,}/g) ?? []).some(isRandom);
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** A member that a text in quotes may also name, as in a template. */
const member = /^(?:[A-Za-z_$][\w$]*\.){1,8}[A-Za-z_$]/;
const knownObject =
  /^(?:process|import|os|env|secrets?|config|settings|vars?|data|local|module|self|this|ctx|inputs|steps|params|props|state)\b/;

/** Whether an identifier has letters of both cases and digits in an order that no name has. */
function isMangled(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Z]/.test(value) || !/[a-z]/.test(value)) return false;
  const switches = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.length ?? 0;
  return switches >= 3 || value.replace(/[^A-Za-z]/g, "").length <= words * 2;
}

function isCode(value: string, isLiteral: boolean): boolean {
  if (isLiteral && /\d/.test(value) && member.test(value) && !knownObject.test(value) && !fileName.test(value))
    return false;
  // A password with a full stop looks like a member of an object.
  const [, object = "", rest = ""] = /^([A-Za-z]\w{2,24})\.([A-Za-z]\w{5,40})$/.exec(value) ?? [];
  if (rest !== "" && !knownObject.test(object) && !fileName.test(value) && isMangled(rest)) return false;
  if (archive.test(value)) return true;
  const file = fileName.exec(value);
  if (file) return !isRandom(value.slice(0, file.index));
  if (!code.test(value) || isBase64(value)) return false;
  return isAddress.test(value) || !hasLongKey(value);
}

/**
 * Whether a value is a secret, given the name before it.
 *
 * @param whole the whole value, without quotes; its beginning decides.
 * @param name what the name says.
 * @param notation how the value is written.
 */
export function isSecret(whole: string, name: SecretName, notation: Notation): boolean {
  const value = whole.slice(0, maxJudged);
  if (value.length < 4 || isCode(value, notation.isLiteral) || isPlaceholder(value)) return false;
  const isOneWord = !/\s/.test(value);
  if (name.kind === "auth" && isEncoded(value) && atob(value).includes(":")) return true;
  if (name.strength === "weak")
    return notation.isFormal && isOneWord && value.length >= 16 && isDense(value) && isRandom(value);
  // A variable in code, or a word in a sentence.
  if (!notation.isFormal && !notation.isQuoted && /^[A-Za-z_$]+$/.test(value)) return false;
  if (isOneWord && (isRandom(value) || uuid.test(value))) return true;
  if (isOneWord && value.length >= 8 && isEncoded(value)) return true;
  if (!notation.isFormal) return notation.isStated === true && name.strength === "password" && isStrong(value);
  // No word of one piece is so long.
  if (/^[a-z]{16,64}$/.test(value) && countRarePairs(value) > 0) return true;
  // The field `pass` also counts tests that pass.
  if (name.kind === "password" && notation.isQuoted && isStrongOrSigned(value)) return true;
  return name.strength === "password" && isChosen(value, name, notation);
}

const stored = { strength: "password", kind: "password", isVariable: true } as const;
const formal = { isQuoted: true, isFormal: true, isLiteral: true } as const;

/** Whether a value looks like a password, where its place says that there is one. */
export function isPassword(value: string): boolean {
  return isSecret(value, stored, formal);
}

/** Names of algorithms and types, which have letters of both cases and digits. */
const algorithm =
  /^(?:sha|pbkdf|hmac|utf|oauth|argon|aes|rsa|rfc|ecma|http|(?:base|iso|u?int|float|md|es|x\.?|i)-?\d)/i;

/** Whether a word in a sentence can only be a password: letters of both cases and digits, mixed as in no name. */
export function isStrong(value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || algorithm.test(value)) return false;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return false;
  return /[!@#%^&*+=~$?_.:/-]/.test(value) || /[a-z]\d+[a-z]/.test(value) || /\d{2}$/.test(value);
}

/** Whether a value has letters, digits and capitals or signs, as no label has. */
function isStrongOrSigned(value: string): boolean {
  return (
    value.length >= 8 && /^\S*$/.test(value) && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z!@#%^&*_.-]/.test(value)
  );
}

/** Whether most characters are those of keys. */
function isDense(value: string): boolean {
  return value.replace(/[^A-Za-z0-9]/g, "").length > value.length * 0.8 && /\d/.test(value);
}

/** Whether a value is base64 of a readable text, as in files of secrets of Kubernetes. */
function isEncoded(value: string): boolean {
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  return /^[\x20-\x7e\r\n]+$/.test(atob(value));
}

/** Words that make a quoted phrase a label or a message. */
const sentence =
  /[.:?!…]$|[A-Z]|\b(?:a|an|and|are|as|at|be|by|can|do|does|enter|for|forgot|from|has|if|in|invalid|is|it|key|missing|must|my|new|no|not|of|on|or|our|passphrase|password|please|required|reset|secret|should|that|the|this|to|token|use|user|was|with|wrong|you|your)\b/;

/** Whether a person may have chosen a value as a password. */
function isChosen(value: string, { isVariable }: SecretName, { isQuoted }: Notation): boolean {
  const hasDigit = /\d/.test(value);
  const hasLetter = /\p{L}/u.test(value);
  if (/\s/.test(value)) return isQuoted && value.split(/\s+/).length >= 3 && hasLetter && !sentence.test(value);
  if (!hasLetter) return hasDigit && value.length >= 6;
  if (value.length < 6) return false;
  if (hasDigit) return true;
  if (/[!@#%^&*+=~$?]/.test(value.slice(0, -1))) return isQuoted || isVariable;
  return value.length >= 8 && countRarePairs(value) >= (isQuoted || isVariable ? 1 : 2);
}
