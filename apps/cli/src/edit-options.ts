import type { GivenOptions, OptionRow } from "@ccdag/pipeline/tables";

const commands = ["edits"];

/** Options of `ccdag edits`. */
export const editOptions: readonly OptionRow[] = [
  {
    name: "patch",
    flags: "--patch",
    description: "print a patch for `git apply`, from the first state of each file to the last one",
    commands,
    conflict: (_, { json, csv, tools }: GivenOptions) => {
      if (json !== undefined || csv !== undefined)
        return `Unexpected --patch with ${json === undefined ? "--csv" : "--json"}, expected one of them`;
      return tools === undefined ? undefined : "Unexpected --tools with --patch: a patch holds every edit of a file";
    },
  },
  { name: "each", flags: "--each", description: "each edit by itself, in order", default: "file by file", commands },
  {
    name: "file",
    flags: "--file <path>",
    description: "only this file, by its path or the end of it; may be repeated",
    isRepeated: true,
    commands,
  },
  {
    name: "tools",
    flags: "--tools <names>",
    description: "only edits by these tools, separated by commas",
    commands,
  },
  {
    name: "leaf",
    flags: "--leaf <uuid>",
    description: "the path from the root to this entry, also through other sessions",
    default: "the branches that were continued, of the session alone",
    commands,
  },
  {
    name: "base",
    flags: "--base <folder>",
    description: "the folder that names in the patch are relative to",
    default: "the git repository of the session's folder, if it is on this machine, else that folder",
    commands,
  },
];
