import { all, type Scope } from "./dom.ts";

/** Convert all times from UTC to the time zone of the reader. */
export function times({ root }: Scope): void {
  for (const time of all(root, "time")) toLocal(time);
  for (const zone of all(root, ".zone")) zone.textContent = root.dataset["local"] ?? "";
}

/** Convert a time from UTC; the element keeps it as its title. */
export function toLocal(time: HTMLElement): void {
  const date = new Date(time.getAttribute("datetime") ?? "");
  if (Number.isNaN(date.getTime()) || time.title !== "") return;
  time.title = `${time.textContent} UTC`;
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  time.textContent = `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
