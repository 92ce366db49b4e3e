import { toProject } from "@ccdag/files";
import type { FileAsset } from "@ccdag/mdast";
import { openProject, type PageOptions } from "../pages/open-project.ts";

/** A page that was rendered of a part of a transcript. */
export interface AlonePage {
  readonly text: string;
  readonly assets: readonly FileAsset[];
}

/**
 * Render a text as if it were all of a transcript.
 *
 * @param path the path of the transcript in the project.
 * @param text its records.
 * @param options options of the pages.
 * @returns absent if it is several pages.
 */
export async function renderAlone(path: string, text: string, options: PageOptions): Promise<AlonePage | undefined> {
  const { names, render } = await openProject(toProject([{ path, value: text }]), undefined, options);
  const [name, other] = names;
  if (name === undefined || other !== undefined) return undefined;
  const { pages, assets, failure } = render(name);
  const [only, more] = pages.values();
  return failure !== undefined || only === undefined || more !== undefined ? undefined : { text: only, assets };
}
