import { locationId, type Message } from "@ccdag/ccast";
import type { Bookkeeping } from "../entry/entry.ts";
import { classifyUserEntry } from "../entry/classify-user-entry.ts";
import { userEntryFacts } from "../entry/user-entry-kinds.ts";
import { toBlocks } from "../entry/parse-records.ts";
import { time, toContent } from "./to-content.ts";
import { withPosition } from "./position.ts";

/** Build the message of queued input that no entry repeats. It has no uuid. */
export function buildQueued({ raw, timestamp, location }: Bookkeeping): Message {
  const blocks = toBlocks(raw["content"]);
  const kind = classifyUserEntry({}, blocks);
  const isTyped = kind !== "notification" && kind !== "peer";
  const { actor, origin } = userEntryFacts(isTyped ? "prompt" : kind);
  return {
    type: "message",
    role: "user",
    actor,
    origin: isTyped ? "queued" : origin,
    id: locationId(location),
    uuids: [],
    timestamp: time({ timestamp }),
    children: blocks.map((block) => toContent(block, withPosition(location))),
    ...withPosition(location),
  };
}
