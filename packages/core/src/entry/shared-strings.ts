/**
 * Returns a function that lets a record hold the same strings as the one before it, where they are equal: JSON is parsed line by
 * line, and each line repeats its session, its folder, and the uuid of its parent.
 */
export function createSharing(): (raw: Record<string, unknown>) => void {
  let before: Readonly<Record<string, unknown>> = {};
  return (raw) => {
    const above = raw["parentUuid"];
    if (typeof above === "string") {
      if (above === before["uuid"]) raw["parentUuid"] = before["uuid"];
      else if (above === before["parentUuid"]) raw["parentUuid"] = before["parentUuid"];
    }
    const session = before["sessionId"];
    if (typeof session === "string" && raw["sessionId"] === session) raw["sessionId"] = session;
    const folder = before["cwd"];
    if (typeof folder === "string" && raw["cwd"] === folder) raw["cwd"] = folder;
    before = raw;
  };
}
