import { detectors, redactTexts } from "@ccdag/redact";
import { secretlint } from "@ccdag/redact/secretlint";
import { describe, expect, it } from "vitest";
import { lookalikes1 } from "./hand/lookalikes-1.mjs";
import { lookalikes2 } from "./hand/lookalikes-2.mjs";
import { lookalikes3 } from "./hand/lookalikes-3.mjs";
import { lookalikes4 } from "./hand/lookalikes-4.mjs";
import { missed, taken } from "./hand/measure.mjs";
import { secrets1 } from "./hand/secrets-1.mjs";
import { secrets2 } from "./hand/secrets-2.mjs";
import { secrets3 } from "./hand/secrets-3.mjs";
import { secrets4 } from "./hand/secrets-4.mjs";

const redact = (texts: readonly string[]) => redactTexts(texts, { detectors: [...detectors, secretlint] });
const secrets = [...secrets1, ...secrets2, ...secrets3, ...secrets4];
const lookalikes = [...lookalikes1, ...lookalikes2, ...lookalikes3, ...lookalikes4];

describe("of a set that is written by hand, each text alone (redaction)", () => {
  it("at least 95 % of more than 200 secrets are redacted", async () => {
    expect(secrets.length).toBeGreaterThan(200);
    const left = await missed(redact, secrets);
    expect(left.map(({ kind, output }) => `${kind}: ${output}`)).toEqual([]);
    expect(left.length / secrets.length).toBeLessThanOrEqual(0.05);
  });

  it("at most 2 % of more than 150 texts that only look like secrets are changed", async () => {
    expect(lookalikes.length).toBeGreaterThan(150);
    const changed = await taken(redact, lookalikes);
    expect(changed.map(({ kind, output }) => `${kind}: ${output}`)).toEqual([]);
  });

  it("the measure sees what stays: without detectors nothing is found", async () => {
    const nothing = (texts: readonly string[]) => Promise.resolve(texts);
    expect(await missed(nothing, secrets)).toHaveLength(secrets.length);
  });
});
