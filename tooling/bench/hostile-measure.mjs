import { toProject } from "@ccdag/files/memory";
import { exportTree, loadFormat } from "@ccdag/pipeline";

/** The formats that parse text, or escape it. */
export const hostileFormats = ["markdown", "github", "plain", "llm", "obsidian", "html", "json", "messages"];

/** What a text may take: milliseconds of processor time for each 1,000 characters, and how many times as much at 100 kB as at 36, above `noise`. */
export const bounds = { perKilobyte: 50, growth: 4.5, noise: 1000 };

/**
 * Measure an export.
 *
 * @param unit makes the records of a session for a size.
 * @param size characters of the hostile text.
 * @param format the format.
 * @returns milliseconds of processor time, the text, and the messages of the run.
 */
export async function measure(unit, size, format) {
  const records = unit(size).map((record) => ({ sessionId: "s", timestamp: "2026-01-01T00:00:00Z", ...record }));
  const file = toProject([{ path: "s.jsonl", value: records.map((record) => `${JSON.stringify(record)}\n`).join("") }]);
  const renderer = await loadFormat(format);
  globalThis.gc?.();
  const before = process.cpuUsage();
  const exported = await exportTree(file, { renderer, options: format === "html" ? { images: "embed" } : {} });
  const { texts } = exported.render(exported.documents[0]);
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, text: texts.join("\n"), messages: file.messages.map(String) };
}

/** Run each format with ordinary text first: code that runs for the first time is slow. */
export async function warmUp(formats) {
  const text =
    "# a\n\nb *c* [d](e) `f` ~~g~~ http://h.i\n\n- j\n  - k\n\n> l\n\n| m | n |\n|---|---|\n| o | p |\n\nq\n===\n\n";
  const unit = () => [
    { type: "user", uuid: "u1", parentUuid: null, message: { role: "user", content: text.repeat(40) } },
  ];
  for (const format of formats) for (let time = 0; time < 3; time++) await measure(unit, 0, format);
}
