import type { Session } from "@ccdag/ccast";

/** Where the repository of a session is on the web, as far as its records say so. */
export interface Remote {
  /** The address of a commit. */
  readonly commit: (hash: string) => string;
  /** The address of a file; nothing for one that is not known to be in the repository. */
  readonly file: (path: string) => string | undefined;
}

/** How pull requests of forges are addressed, and what stands between the repository and a commit or file there. */
const forges = [
  { pull: /^(https?:\/\/[^/]+(?:\/[^/]+)+)\/-\/merge_requests\/\d+\/?$/, between: "/-" },
  { pull: /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(?:pull|pulls)\/\d+\/?$/, between: "" },
] as const;

/**
 * The repository of a session, known by a pull request that it made. A file is linked where the folder that the client
 * ran in has the name of the repository: else nobody knows which part of it that was.
 *
 * @returns nothing where no record says where the repository is: no link is better than a dead one.
 */
export function remoteOf({ pulls = [], cwd = "", gitBranch }: Session): Remote | undefined {
  for (const { url } of pulls)
    for (const { pull, between } of forges) {
      const base = pull.exec(url)?.[1];
      if (base === undefined) continue;
      const root = cwd.replace(/[/\\]+$/, "");
      const isRoot = root !== "" && root.split(/[/\\]/).at(-1) === base.split("/").at(-1);
      return {
        commit: (hash) => `${base}${between}/commit/${hash}`,
        file(path) {
          const rest = path.slice(root.length);
          if (
            !isRoot ||
            !path.startsWith(root) ||
            !/^[/\\][^/\\]/.test(rest) ||
            /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(rest)
          )
            return undefined;
          const ref = (gitBranch ?? "HEAD").split("/").map(encodeURIComponent).join("/");
          return `${base}${between}/blob/${ref}${rest.split(/[/\\]/).map(encodeURIComponent).join("/")}`;
        },
      };
    }
  return undefined;
}
