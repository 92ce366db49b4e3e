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
  return withStoreErrors(async () => {
    const store = await openStore(placeOfStore(options.data, io));
    try {
      if (name === undefined) {
        for (const token of await store.tokens.list())
          await io.stdout(`${visibleLine(`${token.name} ${token.projectId} ${token.createdAt.toISOString()}`)}\n`);
      } else if (options.delete === true) {
        if (!(await store.tokens.delete(name))) throw new RequestError(`No token \`${name}\` in the store`);
      } else {
        await io.stdout(`${await store.tokens.create({ name, projectId: options.project })}\n`);
        if (options.quiet !== true) io.stderr("The token is shown this once; the store has its hash only.\n");
      }
      return exit.done;
    } finally {
      await store.close();
    }
  });
}
