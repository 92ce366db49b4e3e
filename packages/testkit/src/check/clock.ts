const local = [
  "getDate",
  "getDay",
  "getFullYear",
  "getHours",
  "getMinutes",
  "getMonth",
  "toDateString",
  "toString",
  "toTimeString",
] as const;
const localised = ["toLocaleDateString", "toLocaleString", "toLocaleTimeString"] as const;

/** 400 days later, and so far to the east that it is another day there. */
const later = 400 * 24 * 3600_000;
const east = 690 * 60_000;

/** Do something at another time, in another zone. */
export function atAnotherTime<T>(work: () => T): T {
  const Real = Date;
  class Other extends Real {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(Real.now() + later);
      else super(...(given as [number]));
    }
    static override now(): number {
      return Real.now() + later;
    }
    override getTimezoneOffset(): number {
      return super.getTimezoneOffset() - 690;
    }
  }
  for (const name of local)
    Object.defineProperty(Other.prototype, name, {
      value(this: Date) {
        return new Real(this.getTime() + east)[name]();
      },
    });
  for (const name of localised)
    Object.defineProperty(Other.prototype, name, {
      value(this: Date, locale?: string, options?: Intl.DateTimeFormatOptions) {
        const moved = options?.timeZone === undefined ? this.getTime() + east : this.getTime();
        return new Real(moved)[name](locale ?? "ja", options);
      },
    });
  const { DateTimeFormat } = Intl;
  globalThis.Date = Other as DateConstructor;
  // What nobody says is another one there: the zone, and the language.
  Intl.DateTimeFormat = function (locale?: string, options?: Intl.DateTimeFormatOptions) {
    return new DateTimeFormat(locale ?? "ja", { timeZone: "Pacific/Kiritimati", ...options });
  } as Intl.DateTimeFormatConstructor;
  try {
    return work();
  } finally {
    globalThis.Date = Real;
    Intl.DateTimeFormat = DateTimeFormat;
  }
}
