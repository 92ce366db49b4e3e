import { type GivenOptions, longFlagOf, type OptionRow } from "../option-row.ts";

/** Options that redact, also without `--redact`. */
const redacting: readonly OptionRow[] = [
  {
    name: "redactExtra",
    isSetting: true,
    inConfig: { plugin: ["redact", "extra"] },
    flags: "--redact-extra <file>",
    description: "redact, also these: a word or /pattern/ per line",
    stage: "redact",
  },
  {
    name: "keepImages",
    isSetting: true,
    inConfig: { plugin: ["redact", "keepImages"] },
    flags: "--keep-images",
    description: "redact, but keep images, which cannot be scanned",
    stage: "redact",
  },
  {
    name: "audit",
    flags: "--audit <file>",
    description: "redact, and write which rule redacted how much where, never what",
    stage: "redact",
  },
];

/** Options that say what is redacted. */
export const redactionOptions: readonly OptionRow[] = [
  {
    name: "redact",
    isSetting: true,
    inConfig: { plugin: ["redact"] },
    label: "Redaction",
    flags: "--redact",
    description: "redact keys, mail addresses, login names and images; a net, so read the result",
    off: "redact nothing, whatever a config says",
    default: "off, for github on",
    stage: "redact",
  },
  ...redacting.map((row) => ({
    ...row,
    conflict: (_: unknown, { redact }: GivenOptions) =>
      redact === false ? `Unexpected ${longFlagOf(row)} with --no-redact: nothing is redacted` : undefined,
  })),
];
