import type { Message } from "@ccdag/ccast";
import type { Bookkeeping } from "../entry/entry.ts";
import { classifyUserEntry } from "../entry/classify-user-entry.ts";
import { userEntryFacts } from "../entry/user-entry-kinds.ts";
import { toBlocks } from "../entry/parse-entries.ts";
import { time, toContent } from "./to-content.ts";
import { withPosition } from "./position.ts";

/** Build the message of queued input that no entry repeats. It has no uuid. */
export function buildQueued({ raw, timestamp, location }: Bookkeeping): Message {
  const blocks = toBlocks(raw["content"]);
  const isNotification = classifyUserEntry({}, blocks) === "notification";
  const { actor, origin } = userEntryFacts(isNotification ? "notification" : "prompt");
  return {
    type: "message",
    role: "user",
    actor,
    origin: isNotification ? origin : "queued",
    id: `${location.path}:${location.line}`,
    uuids: [],
    timestamp: time({ timestamp }),
    children: blocks.map((block) => toContent(block, withPosition(location))),
    ...withPosition(location),
  };
}
