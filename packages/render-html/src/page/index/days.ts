/** A day of a time in UTC, such as `2026-04-14`; empty for no time and an invalid one. */
export function dayOf(time: number | undefined): string {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().split("T")[0]!;
}

/**
 * A day as a heading, such as `Tuesday, April 14, 2026`.
 *
 * @param day as of {@link dayOf}.
 * @param lang the language; a name that is none is ignored.
 */
export function formatDay(day: string, lang: string): string {
  return formatOf(lang).format(new Date(`${day}T00:00:00Z`));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(lang: string): Intl.DateTimeFormat {
  const known = formats.get(lang);
  if (known !== undefined) return known;
  const format = makeFormat(lang);
  formats.set(lang, format);
  return format;
}

function makeFormat(lang: string): Intl.DateTimeFormat {
  const parts = { weekday: "long", year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
  try {
    return new Intl.DateTimeFormat(lang, parts);
  } catch {
    return new Intl.DateTimeFormat("en", parts);
  }
}
