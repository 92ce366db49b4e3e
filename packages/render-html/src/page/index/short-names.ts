const minChars = 3;

/**
 * Short names of projects: the last folder of each path, with the folders above it as far as two projects would have one name.
 *
 * @param paths what the projects are called.
 * @returns a name for each, in the same order.
 */
export function shortNames(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split(/[/\\]/).filter(Boolean));
  const nameAt = (index: number, folders: number) => parts[index]!.slice(-folders).join("/") || paths[index]!;
  return paths.map((_, index) => {
    let folders = 1;
    const isShared = () =>
      paths.some((path, other) => path !== paths[index] && nameAt(other, folders) === nameAt(index, folders));
    // The name of a work tree may be a mere number.
    const isVague = () => nameAt(index, folders).length < minChars || isShared();
    while (folders < parts[index]!.length && isVague()) folders++;
    return nameAt(index, folders);
  });
}

/** The name of a model without the name of its family and its date: `opus-4-5` for `claude-opus-4-5-20251101`. */
export function modelName(model: string): string {
  return model.replace(/^claude-/, "").replace(/-\d{8}$/, "") || model;
}
