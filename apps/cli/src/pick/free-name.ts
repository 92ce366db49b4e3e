const maxChars = 60;

/**
 * A file name made of a title, that no file has yet.
 *
 * @param title untrusted text.
 * @param ending such as `.md`.
 * @param isTaken whether there is a file of that name.
 */
export function freeName(title: string, ending: string, isTaken: (name: string) => boolean): string {
  const words =
    title
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const stem = [...words.join("-")].slice(0, maxChars).join("").replace(/-$/, "") || "session";
  const safe = isReserved(stem) ? `session-${stem}` : stem;
  let name = `${safe}${ending}`;
  for (let number = 2; isTaken(name); number++) name = `${safe}-${number}${ending}`;
  return name;
}

/** Names that Windows gives to devices. */
function isReserved(stem: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(stem);
}
