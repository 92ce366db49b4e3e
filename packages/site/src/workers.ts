// The only module that asks where it is. In a bundle it is in another file, but beside the programs of threads.

/** The program of a thread that exports parts; absent where the sources run without a build. */
export const partWorker: URL | undefined = programOf("./part-worker.js");

/** The program of the thread that reads and renders projects that are served; absent where the sources run without a build. */
export const projectWorker: URL | undefined = programOf("./project-worker.js");

/** The program of the thread that lists sessions for the home; absent where the sources run without a build. */
export const homeWorker: URL | undefined = programOf("./home-worker.js");

function programOf(path: string): URL | undefined {
  return import.meta.url.endsWith(".js") ? new URL(path, import.meta.url) : undefined;
}
