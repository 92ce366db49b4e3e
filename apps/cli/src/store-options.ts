import type { GivenOptions, OptionRow } from "@ccdag/pipeline/tables";

/** Options of `ccdag store` and `ccdag worker`. */
export const storeOptions: readonly OptionRow[] = [
  {
    name: "data",
    isSetting: true,
    flags: "--data <place>",
    description: "folder of the store, or the address of a PostgreSQL server: postgres://user@host/name",
    default: "$CCDAG_DATA, else the folder ccdag/store in the data folder of the user",
    commands: ["store serve", "store import", "store export", "store token", "worker"],
  },
  {
    name: "port",
    flags: "--port <number>",
    description: "port of the server",
    default: "8765",
    commands: ["store serve"],
  },
  {
    name: "host",
    flags: "--host <address>",
    description: "address to listen on; others than those of this machine need a token in the store",
    default: "127.0.0.1",
    commands: ["store serve"],
  },
  {
    name: "again",
    flags: "--again",
    description: "make the sessions anew also from files that did not change",
    commands: ["store import"],
  },
  {
    name: "workers",
    flags: "--workers",
    description: "leave the work to processes of `ccdag worker`, and wait until it is done",
    commands: ["store import", "store export"],
  },
  {
    name: "project",
    flags: "--project <uuid>",
    description: "project that the token opens",
    default: "the only one",
    commands: ["store token"],
  },
  {
    name: "delete",
    flags: "--delete",
    description: "delete the token of this name",
    commands: ["store token"],
    conflict: (_, { project }: GivenOptions) =>
      project === undefined ? undefined : "Unexpected --project with --delete, which needs the name only",
  },
];
