import type { Token } from "@ccdag/server";
import { type GivenOptions, RequestError, visibleLine } from "@ccdag/pipeline/tables";
import { dataOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { type CommandIo, exit } from "../io.ts";
import { loadServer, placeOfStore, withStoreErrors } from "../store/load-server.ts";

/** Options of `ccdag store token`. */
export interface StoreTokenOptions {
  data?: string | undefined;
  project?: string | undefined;
  delete?: boolean | undefined;
  readOnly?: boolean | undefined;
  expires?: string | undefined;
  quiet?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "store token",
  rank: 200,
  purpose: "keep",
  description: "make a token for the server of a store; without a name, list them",
  arguments: [["[name]", "what the token is called"]],
  options: [
    dataOption,
    {
      name: "project",
      flags: "--project <uuid>",
      description: "project that the token opens",
      default: "the only one",
    },
    { name: "readOnly", flags: "--read-only", description: "let the token read, and store nothing" },
    {
      name: "expires",
      flags: "--expires <date>",
      description: "let the token end at a day or a time, such as 2027-06-30",
      default: "never",
    },
    {
      name: "delete",
      flags: "--delete",
      description: "delete the token of this name",
      conflict: (_, { project }: GivenOptions) =>
        project === undefined ? undefined : "Unexpected --project with --delete, which needs the name only",
    },
  ],
  example: "store token laptop --data postgres://ccdag@db/ccdag",
  hasNoSessions: true,
  run: (args, options, io) => runStoreToken(args, options, io),
};

/** `ccdag store token`: makes a token for the server of a store, lists all, or deletes one. */
async function runStoreToken([name]: readonly string[], options: StoreTokenOptions, io: CommandIo): Promise<number> {
  const { openStore } = await loadServer();
  const { project, readOnly, expires } = options;
  const expiresAt = expires === undefined ? undefined : toTime(expires);
  return withStoreErrors(async () => {
    const store = await openStore(placeOfStore(options.data, io));
    try {
      if (name === undefined) {
        for (const token of await store.tokens.list()) await io.stdout(`${visibleLine(describe(token))}\n`);
      } else if (options.delete === true) {
        if (!(await store.tokens.delete(name))) throw new RequestError(`No token \`${name}\` in the store`);
      } else {
        await io.stdout(
          `${await store.tokens.create({ name, projectId: project, isReadOnly: readOnly, expiresAt })}\n`,
        );
        if (options.quiet !== true) io.stderr("The token is shown this once; the store has its hash only.\n");
      }
      return exit.done;
    } finally {
      await store.close();
    }
  });
}

/** A line of the list: name, project, when it was made; then what it may not, its end, its last use. */
function describe({ name, projectId, createdAt, isReadOnly, expiresAt, usedAt }: Token): string {
  const more = [
    isReadOnly ? "read-only" : "",
    expiresAt === undefined ? "" : `expires ${expiresAt.toISOString()}`,
    usedAt === undefined ? "never used" : `used ${usedAt.toISOString()}`,
  ];
  return [name, projectId, createdAt.toISOString(), ...more.filter((one) => one !== "")].join(" ");
}

/** A day or a time as typed; a day without a time begins at midnight here. */
function toTime(text: string): Date {
  const time = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && time.getTime() > Date.now()) return time;
  throw new RequestError(`Unexpected --expires \`${text}\`, expected a day or a time to come, such as 2027-06-30`);
}
