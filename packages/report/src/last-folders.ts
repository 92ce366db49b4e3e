/** The end of a path: enough to recognise a project. */
export function lastFolders(path: string): string {
  const parts = path.split(/[/\\]/).filter(Boolean);
  return parts.length > 2 ? parts.slice(-2).join("/") : path;
}
