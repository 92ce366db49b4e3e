// Prints what redaction finds of the generated set, and what it finds falsely. The floors in `floors.json` may only rise.
//   pnpm --filter @ccdag/redaction start [--missed] [--write]
import { writeFileSync } from "node:fs";
import { detectors, redactTexts } from "@ccdag/redact";
import { floors as before, measure } from "./measure.mjs";

const path = new URL("floors.json", import.meta.url);
const floors = { ...before };
const { groups, missed, repeated, falseFindings } = await measure((texts) => redactTexts(texts, { detectors }));
for (const [group, { found, total }] of Object.entries(groups)) {
  const share = Math.floor((1000 * found) / total) / 10;
  console.log(
    `${group.padEnd(12)}${String(found).padStart(6)} of ${String(total).padEnd(6)}${share} % (floor ${floors[group] ?? 0} %)`,
  );
  if (share < (floors[group] ?? 0)) process.exitCode = 1;
  floors[group] = Math.max(share, floors[group] ?? 0);
}
console.log(`found once, and stays elsewhere: ${repeated.length}`);
console.log(`false findings: ${falseFindings.length}`);
if (repeated.length + falseFindings.length > 0) process.exitCode = 1;
if (process.argv.includes("--missed")) {
  for (const { group, kind, where, text } of missed)
    console.log(`${group} · ${kind} · ${where} · ${text.slice(0, 100)}`);
  for (const { kind, bare } of repeated) console.log(`repeated · ${kind} · ${bare.slice(0, 100)}`);
  for (const text of falseFindings) console.log(`false · ${text}`);
}
if (process.argv.includes("--write")) writeFileSync(path, `${JSON.stringify(floors, undefined, 2)}\n`);
