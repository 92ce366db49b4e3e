/** The options of the renderer for a value of `--highlight`; it has the fast highlighter itself. */
export async function readHighlight(highlight: unknown): Promise<Record<string, unknown>> {
  if (highlight === "none") return { highlight: false };
  return highlight === "full" ? { highlight: (await import("@ccdag/render-html/highlight")).highlight } : {};
}
