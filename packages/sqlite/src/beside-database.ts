/**
 * The files that belong to a database: it has changed when one of them has.
 *
 * @param path of the database.
 * @returns the paths of its log, and of the journal that it may have instead. They need not exist.
 */
export function besideDatabase(path: string): string[] {
  return [`${path}-wal`, `${path}-journal`];
}
