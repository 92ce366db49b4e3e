import type { Message } from "@ccdag/ccast";
import type { Loose } from "../entry/entry.ts";
import { flavourOf } from "../entry/flavour.ts";
import { toBlocks } from "../entry/parse.ts";
import { time, toContent } from "./content.ts";
import { placed } from "./place.ts";

/** Tell queued input that exists only in a queue record: a message without a uuid. */
export function tellQueued({ raw, timestamp, place }: Loose): Message {
  const blocks = toBlocks(raw["content"]);
  const isNotification = flavourOf({}, blocks) === "notification";
  return {
    type: "message",
    role: "user",
    actor: isNotification ? "notification" : "human",
    origin: isNotification ? "notification" : "queued",
    id: `${place.path}:${place.line}`,
    uuids: [],
    timestamp: time({ timestamp }),
    children: blocks.map((block) => toContent(block, placed(place))),
    ...placed(place),
  };
}
