import { all, around, type Scope } from "./dom.ts";
import { blocksIn } from "./hidden.ts";
import { inSlices } from "./slices.ts";

/** Convert all times from UTC to the time zone of the reader. */
export function times({ root }: Scope): void {
  for (const time of around(root, "time")) toLocal(time);
  void inSlices(blocksIn(root), (block) => {
    for (const time of all(block, "time")) toLocal(time);
    for (const zone of all(block, ".zone")) zone.textContent = root.dataset["local"] ?? "";
  });
}

/** Convert a time from UTC; the element keeps it as its title, with its seconds. */
export function toLocal(time: HTMLElement): void {
  const date = new Date(time.getAttribute("datetime") ?? "");
  if (Number.isNaN(date.getTime()) || time.title !== "") return;
  time.title = `${time.textContent} UTC`;
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  time.textContent = `${day} ${[date.getHours(), date.getMinutes()].map(two).join(":")}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
