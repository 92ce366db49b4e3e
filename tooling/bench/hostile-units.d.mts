import type { HostileUnit } from "./hostile-measure.mjs";

export const hostileUnits: ReadonlyMap<string, HostileUnit>;
