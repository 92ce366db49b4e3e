import type { Color } from "ansi-sequence-parser";

const names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;

/**
 * The name of a colour of a terminal. One of the 256 numbered colours, or one that is given by its red, green and blue, has
 * the name with its hue: a page has two sets of colours, and each must be readable on its background.
 */
export function nameOfColour(colour: Color): string {
  if (colour.type === "named") return colour.name;
  const { type } = colour;
  if (type === "rgb") return nameOfRgb(colour.rgb);
  const { index } = colour;
  if (index < 16) return `${index < 8 ? "" : "bright-"}${names[index % 8]!}`;
  if (index >= 232) return index < 244 ? "bright-black" : "white";
  const cube = index - 16;
  return nameOfRgb([level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]);
}

/** The six levels of a part of a numbered colour. */
function level(step: number): number {
  return step === 0 ? 0 : 55 + 40 * step;
}

/** Each part is on or off: on, if it is nearer to the largest part than to the smallest. */
function nameOfRgb(rgb: readonly [red: number, green: number, blue: number]): string {
  const [red, green, blue] = rgb;
  const least = Math.min(red, green, blue);
  const greatest = Math.max(red, green, blue);
  // Grey has no hue.
  if (greatest - least < 32) return greatest < 160 ? "bright-black" : "white";
  const at = rgb.reduce((sum, part, bit) => sum + (part - least > (greatest - least) / 2 ? 2 ** bit : 0), 0);
  return names[at]!;
}
