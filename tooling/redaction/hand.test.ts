import { detectors, redactTexts } from "@ccdag/redact";
import { secretlint } from "@ccdag/redact/secretlint";
import { describe, expect, it } from "vitest";
import { missed, taken } from "./hand/measure.mjs";
import { lookalikes, secrets } from "./hand/sets.mjs";

const redact = (texts: readonly string[]) => redactTexts(texts, { detectors: [...detectors, secretlint] });

describe("of a set that is written by hand, each text alone (redaction)", () => {
  it("all of more than 200 secrets are redacted", async () => {
    expect(secrets.length).toBeGreaterThan(200);
    const left = await missed(redact, secrets);
    expect(left.map(({ kind, output }) => `${kind}: ${output}`)).toEqual([]);
  });

  it("none of more than 150 texts that only look like secrets is changed", async () => {
    expect(lookalikes.length).toBeGreaterThan(150);
    const changed = await taken(redact, lookalikes);
    expect(changed.map(({ kind, output }) => `${kind}: ${output}`)).toEqual([]);
  });

  it("the measure sees what stays: without detectors nothing is found", async () => {
    const nothing = (texts: readonly string[]) => Promise.resolve(texts);
    expect(await missed(nothing, secrets)).toHaveLength(secrets.length);
  });
});
