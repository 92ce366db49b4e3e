/** What each error of the system means, in words: Node names the code, the call and the path. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "no permission",
  EADDRINUSE: "the port is in use",
  EBUSY: "it is in use",
  EDQUOT: "the quota of the disk is used up",
  EEXIST: "something with this name exists",
  EFBIG: "the file is too large",
  EIO: "the disk reported an error",
  EISDIR: "it is a folder",
  ELOOP: "too many links",
  EMFILE: "too many files are open; raise the limit, `ulimit -n`",
  ENAMETOOLONG: "the name is too long",
  ENFILE: "too many files are open in the system",
  ENODEV: "there is no such device",
  ENOENT: "no such file or folder",
  ENOMEM: "not enough memory",
  ENOSPC: "no space left on the disk",
  ENOTDIR: "a part of the path is no folder",
  ENOTEMPTY: "the folder is not empty",
  ENXIO: "there is no such device",
  EPERM: "the system does not allow it",
  EPIPE: "the reader has closed the pipe",
  EROFS: "the file system is read-only",
  ETXTBSY: "the program is running",
  EXDEV: "it is on another disk",
};

/** What was tried, by the name of the call. */
const verbs: ReadonlyArray<readonly [verb: string, calls: readonly string[]]> = [
  [
    "read",
    ["open", "read", "stat", "lstat", "fstat", "statfs", "scandir", "opendir", "readlink", "realpath", "access"],
  ],
  [
    "write",
    [
      "write",
      "mkdir",
      "rename",
      "copyfile",
      "link",
      "symlink",
      "ftruncate",
      "chmod",
      "fchmod",
      "utime",
      "mkdtemp",
      "fsync",
    ],
  ],
  ["remove", ["unlink", "rmdir", "rm"]],
  ["run", ["spawn"]],
  ["watch", ["watch"]],
  ["listen on", ["listen", "bind"]],
];

/** A file or a folder that cannot be used as was asked for. The message is one line for the person who asked. */
export class FileError extends Error {
  override readonly name = "FileError";
}

/** Whether an error is of the file system or the network: it says something about the machine, not about the program. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/**
 * Why a call of the system failed, in words, such as `no permission`: without a code and without the path, which the caller
 * names.
 *
 * @param error what was thrown; of another error the message.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known;
  // Node repeats the call and the path after a comma.
  return isSystemError(error) ? (/^[A-Z\d]+: [^,]+/.exec(error.message)?.[0] ?? error.message) : error.message;
}

/**
 * One sentence for an error of the system: what was tried with which file, and why it failed, such as
 * ``Cannot read `x.md`: no permission``.
 */
export function sentenceOf(error: NodeJS.ErrnoException): string {
  const { syscall = "", path, port } = error as NodeJS.ErrnoException & { port?: number };
  const call = syscall.split(" ")[0]!;
  const verb = verbs.find(([, calls]) => calls.includes(call))?.[0] ?? "use";
  const target = path ?? (port === undefined ? undefined : `port ${port}`);
  return target === undefined
    ? `Cannot ${verb}: ${reasonOf(error)}`
    : `Cannot ${verb} \`${target}\`: ${reasonOf(error)}`;
}

/**
 * Why something failed, on one line: an error of the system in words, any other with its name.
 *
 * @param error what was thrown.
 * @param path the file that the message names already (default: none).
 */
export function whyOf(error: unknown, path?: string): string {
  if (!isSystemError(error)) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return text.split("\n")[0]!;
  }
  // Node does not say which folder was read as a file.
  return path !== undefined && (error.path ?? path) === path ? reasonOf(error) : sentenceOf(error);
}
