import { pathOf, type Session } from "@ccdag/ccast";

/** A file of an agent: of some sessions only agents are left. */
export function pathOfAgents({ children }: Session): string | undefined {
  for (const child of children) {
    if (child.type !== "agent") continue;
    const path = pathOf(child) ?? child.children.map(pathOf).find((one) => one !== undefined);
    if (path !== undefined) return path;
  }
  return undefined;
}
