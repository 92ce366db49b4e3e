import type { GivenOptions, OptionRow } from "@ccdag/pipeline/tables";

/** Refuses an option beside those that do something else instead. */
function without(name: string, others: readonly string[]) {
  return (_: unknown, given: GivenOptions): string | undefined => {
    const other = others.find((one) => given[one] !== undefined);
    return other === undefined ? undefined : `Unexpected --${name} with --${other}, expected one of them`;
  };
}

/** Options of `ccdag keep`. */
export const keepOptions: readonly OptionRow[] = [
  {
    name: "check",
    flags: "--check",
    description: "compare every byte of the archive with what was kept; exit with 1 if one differs",
    commands: ["keep"],
    conflict: without("check", ["watch", "compress", "hook"]),
  },
  {
    name: "watch",
    flags: "--watch",
    description: "keep what sessions write, until it is interrupted",
    commands: ["keep"],
    conflict: without("watch", ["hook", "json"]),
  },
  {
    name: "compress",
    flags: "--compress <format>",
    description: "compress transcripts, also those that were kept before",
    choices: { gzip: "", zstd: "with Node 22.15 or later" },
    commands: ["keep"],
  },
  {
    name: "hook",
    flags: "--hook",
    description: "print the setting that keeps each session when it ends, and lines for cron and systemd",
    commands: ["keep"],
    conflict: without("hook", ["json"]),
  },
  {
    name: "install",
    flags: "--install",
    description: "add the hook to the settings of the client; everything else in them stays",
    commands: ["keep"],
    conflict: (_, { hook }) => (hook === undefined ? "Unexpected --install without --hook, expected both" : undefined),
  },
];
