import { isJsonObject } from "./is-json-object.ts";
import type { JsonValue } from "./types.ts";

/** Whether a value has all that another one has: an object each of its keys, a list each of its items, as `@>` of PostgreSQL. */
export function contains(value: JsonValue | undefined, part: JsonValue): boolean {
  const open: [JsonValue | undefined, JsonValue][] = [[value, part]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [one, wanted] = next;
    if (Array.isArray(wanted)) {
      if (!Array.isArray(one)) return false;
      const items = one as readonly JsonValue[];
      if (!(wanted as readonly JsonValue[]).every((item) => items.some((own) => contains(own, item)))) return false;
    } else if (isJsonObject(wanted)) {
      if (!isJsonObject(one)) return false;
      for (const [key, inner] of Object.entries(wanted))
        open.push([Object.hasOwn(one, key) ? one[key] : undefined, inner]);
    } else if (one !== wanted) return false;
  }
  return true;
}
