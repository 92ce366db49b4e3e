import type { ConformanceOptions } from "../kit-options.ts";
import { read } from "../read/read.ts";
import type { Reading } from "../read/reading.ts";
import { type Sample, samples } from "../samples.ts";
import { type Expected, expectedOf } from "../wording.ts";

/** A sample, its expected words, and its parsed output. */
interface RenderedSample {
  readonly sample: Sample;
  readonly expected: readonly Expected[];
  readonly reading: Reading;
}

/** Render every sample, and parse the output. */
export function renderAll({ render, options }: ConformanceOptions): RenderedSample[] {
  return samples().map((sample) => ({
    sample,
    expected: expectedOf(sample.tree, options.without),
    reading: read(render(sample.tree), options.format),
  }));
}

/** How often a word is in the visible text. */
export function timesOf(word: string, { text }: Reading): number {
  return text.split(word).length - 1;
}
