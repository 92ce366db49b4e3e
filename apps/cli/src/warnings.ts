import { basename } from "node:path";
import type { VFile } from "vfile";
import { visibleLine } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";

/** Counts the warnings of a run, by project: data that is not damaged has some, too, and few readers can use them. */
export class WarningCount {
  readonly #counts = new Map<string, number>();

  /** Count the warnings about a folder and its files. */
  add(file: VFile): void {
    this.#add(nameOf(file.path), file);
    for (const one of file.data.companions ?? []) this.#add(projectOf(one.path) ?? nameOf(file.path), one);
  }

  #add(project: string, { messages }: VFile): void {
    const warnings = messages.filter(({ fatal }) => fatal === false).length;
    if (warnings > 0) this.#counts.set(project, (this.#counts.get(project) ?? 0) + warnings);
  }

  /** One line that names the project with most warnings; absent if there are none. */
  summary(): string | undefined {
    const [[project, most] = [], ...others] = [...this.#counts].sort(([, a], [, b]) => b - a);
    if (project === undefined || most === undefined) return undefined;
    const sum = others.reduce((total, [, warnings]) => total + warnings, most);
    const rest = others.length === 0 ? "" : ` and ${count(others.length, "other project")}`;
    return visibleLine(`${count(sum, "warning")} in ${project}${rest}; -v shows ${sum === 1 ? "it" : "them"}`);
  }
}

function nameOf(path: string | undefined): string {
  return path === undefined || path === "" ? "stdin" : basename(path);
}

/**
 * The project of a file, by its path below the folder that was read: `<project>/<session>.jsonl`, or of an agent
 * `<project>/<session>/subagents/<agent>.jsonl`. Absent if the folder is the project.
 */
function projectOf(path: string | undefined): string | undefined {
  const names = path?.split("/") ?? [];
  const agents = names.indexOf("subagents");
  const folders = names.slice(0, agents > 0 ? agents - 1 : -1);
  return folders.length === 0 ? undefined : folders.join("/");
}
