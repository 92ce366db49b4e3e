import type { Session } from "@ccdag/ccast";

/** The repository of a session on the web. */
export interface Remote {
  /** The address of a commit. */
  readonly commit: (hash: string) => string;
  /** The address of a file; `undefined` if the file is not known to be in the repository. */
  readonly file: (path: string) => string | undefined;
}

/** The form of pull request addresses of each forge, and the path between the repository and a commit or file there. */
const forges = [
  { pull: /^(https?:\/\/[^/]+(?:\/[^/]+)+)\/-\/merge_requests\/\d+\/?$/, between: "/-" },
  { pull: /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(?:pull|pulls)\/\d+\/?$/, between: "" },
] as const;

/**
 * Find the repository of a session by a pull request that the session made. Files are linked only if the folder of the
 * client has the name of the repository; otherwise it is unknown which part of the repository the folder is.
 *
 * @returns the repository; `undefined` if no record names it, because no link is better than a dead link.
 */
export function remoteOf({ pulls = [], cwd = "", gitBranch }: Session): Remote | undefined {
  for (const { url } of pulls)
    for (const { pull, between } of forges) {
      const base = pull.exec(url)?.[1];
      if (base === undefined) continue;
      const root = withoutSlashes(cwd);
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
          const ref = (gitBranch ?? "HEAD").split("/").map(encode).join("/");
          return `${base}${between}/blob/${ref}${rest.split(/[/\\]/).map(encode).join("/")}`;
        },
      };
    }
  return undefined;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && /[/\\]/.test(path[end - 1]!)) end--;
  return path.slice(0, end);
}

/** Encode a part of an address; an unpaired surrogate has no encoding. */
function encode(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, "\uFFFD"));
}
