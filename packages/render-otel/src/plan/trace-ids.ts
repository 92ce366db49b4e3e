import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { wellFormed } from "../attributes.ts";

/** Makes ids that are the same for the same entry, and different for each. */
export interface TraceIds {
  /** The id of the trace of a session: 32 hexadecimal digits. */
  readonly trace: (sessionId: string) => string;
  /** The id of a span: 16 hexadecimal digits. */
  readonly span: (...names: readonly string[]) => string;
}

/** Create a maker of ids. A second span of one name, such as a call whose id occurs twice, gets the id of another name. */
export function createIds(): TraceIds {
  const taken = new Map<string, number>();
  const unique = (length: number, names: readonly string[]): string => {
    const key = JSON.stringify(names);
    for (let time = taken.get(key) ?? 1; ; time++) {
      const id = hash(time === 1 ? key : `${key} ${time}`).slice(0, length);
      if (taken.has(id)) continue;
      taken.set(id, 1);
      taken.set(key, time + 1);
      return id;
    }
  };
  return { trace: (sessionId) => unique(32, ["trace", sessionId]), span: (...names) => unique(16, names) };
}

function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(wellFormed(text))));
}
