// The forms of a name, and which names are no names.

/** Words that cannot be the name of a constant. */
const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

/**
 * The forms of a name: `web-fetch`, `webFetch` and `WebFetch`.
 *
 * @param {string} name in kebab case.
 */
export function formsOf(name) {
  const pascal = name
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
  return { name, camel: pascal.charAt(0).toLowerCase() + pascal.slice(1), Pascal: pascal };
}

/** Whether a name is in kebab case: small letters and digits, with single hyphens between them. */
export function isKebab(name) {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name);
}

/** Whether TypeScript reserves a word. */
export function isReserved(word) {
  return reserved.has(word);
}
