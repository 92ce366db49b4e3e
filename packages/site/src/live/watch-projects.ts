import { Watcher } from "@ccdag/files/watch";
import { foldersOf, type InputSource } from "@ccdag/library";
import type { ServedProjects, ServedProject } from "./served-projects.ts";

/** How long nothing new must appear before new projects are looked for, in milliseconds. */
const quietMs = 100;

/**
 * Bring open pages up to date when transcripts change, and add projects that begin.
 *
 * @param served the projects.
 * @param parents the folders in which projects may begin.
 * @param find finds all projects.
 * @returns a function that stops watching.
 */
export async function watchProjects(
  served: ServedProjects,
  parents: readonly string[],
  find: () => Promise<readonly InputSource[]>,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  const watcher = new Watcher({
    changed(folder, path) {
      const projects = served.in(folder);
      for (const project of projects) served.changed(project, path);
      if (projects.length === 0) lookLater();
    },
    appeared(folder) {
      // A project gets its first transcript later.
      void watcher.add(folder).then(lookLater);
    },
    failed(folder) {
      for (const project of served.in(folder)) served.watch(project, false);
    },
  });
  await watchAll([...served.projects.values()]);
  await Promise.all(parents.map((folder) => watcher.addParent(folder)));
  return async () => {
    clearTimeout(timer);
    for (const { follower } of served.projects.values()) follower.stop();
    await watcher.close();
  };

  async function watchAll(projects: readonly ServedProject[]): Promise<void> {
    // Set before watching starts, because `failed` may be called during the start.
    for (const project of projects) served.watch(project, true);
    const folders = foldersOf(projects.map(({ source }) => source));
    await Promise.all(folders.map((folder) => watcher.add(folder)));
  }

  function lookLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void find().then(
        (sources) => watchAll(served.add(sources)),
        () => {},
      );
    }, quietMs);
  }
}
