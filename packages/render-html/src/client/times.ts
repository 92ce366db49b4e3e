import { all, around, type Scope } from "./dom.ts";
import { blocksIn } from "./hidden.ts";
import { inSlices } from "./slices.ts";

/**
 * Convert all times from UTC to the time zone of the reader. In the heading of a message, the day, the minute and the model are only
 * shown where they change within the thread; who points at a message sees its minute and its model.
 */
export function times({ root }: Scope): void {
  for (const time of around(root, "time")) toLocal(time);
  let thread: Element | null = null;
  let day = "";
  let minute = "";
  let model = "";
  void inSlices(blocksIn(root), (block) => {
    if (block.parentElement !== thread) day = minute = model = "";
    thread = block.parentElement;
    for (const one of all(block, "time, .zone, .model")) {
      const text = one.textContent;
      const link = one.closest(".permalink");
      if (one.matches(".zone")) one.textContent = root.dataset["local"] ?? "";
      else if (one.matches(".model")) {
        one.classList.toggle("same", text === model);
        model = text;
      } else {
        const date = toLocal(one);
        if (!link || !date) continue;
        const here = [date.toDateString(), hourOf(date)] as const;
        if (here[0] === day) one.textContent = here[1];
        link.classList.toggle("same", here[0] === day && here[1] === minute);
        [day, minute] = here;
      }
    }
  });
}

/**
 * Convert a time from UTC; the element keeps it as its title, with its seconds.
 *
 * @returns the time; absent for an element without a time.
 */
export function toLocal(time: HTMLElement): Date | undefined {
  const date = new Date(time.getAttribute("datetime") ?? "");
  if (Number.isNaN(date.getTime())) return undefined;
  if (time.title === "") {
    time.title = `${time.textContent} UTC`;
    time.textContent = `${dayWords(date)}, ${hourOf(date)}`;
  }
  return date;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day as one writes it in the language of the page, such as `Mar 14, 2026`. */
export function dayWords(date: Date): string {
  const lang = document.documentElement.lang || "en";
  const format =
    formats.get(lang) ?? new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", year: "numeric" });
  formats.set(lang, format);
  return format.format(date);
}

/** The hour and the minute of a time, such as `09:05`. */
export function hourOf(date: Date): string {
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}
