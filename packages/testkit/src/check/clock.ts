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

/** 400 days later, and 690 minutes further east, where it is another day. */
const laterMs = 400 * 24 * 3600_000;
const eastMinutes = 690;
const eastMs = eastMinutes * 60_000;

/** Run a function with another current time, time zone and locale. */
export function atAnotherTime<T>(work: () => T): T {
  const Real = Date;
  class Other extends Real {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(Real.now() + laterMs);
      else super(...(given as [number]));
    }
    static override now(): number {
      return Real.now() + laterMs;
    }
    override getTimezoneOffset(): number {
      return super.getTimezoneOffset() - eastMinutes;
    }
  }
  for (const name of local)
    Object.defineProperty(Other.prototype, name, {
      value(this: Date) {
        return new Real(this.getTime() + eastMs)[name]();
      },
    });
  for (const name of localised)
    Object.defineProperty(Other.prototype, name, {
      value(this: Date, locale?: string, options?: Intl.DateTimeFormatOptions) {
        const moved = options?.timeZone === undefined ? this.getTime() + eastMs : this.getTime();
        return new Real(moved)[name](locale ?? "ja", options);
      },
    });
  const { DateTimeFormat } = Intl;
  globalThis.Date = Other as DateConstructor;
  // The default time zone and locale are others, too.
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
