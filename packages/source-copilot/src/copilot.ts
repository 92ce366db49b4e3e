import { isObject, type JsonObject, neutralRecords, parseRecords, sessionIdOf, type Source } from "@ccdag/core";
import { linkEvents } from "./events/chain.ts";
import { headerType, type LogEvent, toEvent } from "./events/event.ts";
import { isKnownType } from "./events/known-types.ts";
import { assetsOf } from "./events/media-blocks.ts";
import { toRecord } from "./events/to-record.ts";
import { usageOf } from "./events/request-usage.ts";
import { object, text, without } from "./event-fields.ts";

/**
 * A source for sessions of GitHub Copilot CLI. A log is a list of events: prompts, answers, results, and what happened to the
 * session. A transcript that was arranged begins with a line of its own, which names session, agent and working directory.
 *
 * A file is accepted if its first record is such an event; each log begins with `session.start`.
 */
export const copilot: Source = {
  name: "copilot",
  mark: '"session.start"',
  accepts: (_, first) => first !== undefined && typeof first["type"] === "string" && isObject(first["data"]),
  *entries(file, options) {
    const records = [...parseRecords(file, options)];
    const events = records.flatMap((record) => ("form" in record ? [] : [toEvent(record.raw)]));
    const header = headerOf(events);
    const session = header.session ?? sessionIdOf(file.path);
    const links = linkEvents(events, `${session}${header.agent === undefined ? "" : `@${header.agent}`}`);
    const usage = usageOf(events);
    const assets = assetsOf(events);
    let { cwd, version } = header;
    let index = 0;
    for (const record of records) {
      if ("form" in record) {
        yield record;
        continue;
      }
      const event = events[index]!;
      const { id, parent } = links[index++]!;
      const marks = object(event.raw["ccdag"]);
      cwd = text(object(event.data["context"])["cwd"]) ?? cwd;
      version = text(event.data["copilotVersion"]) ?? version;
      const common = {
        client: "copilot",
        id,
        parent,
        session,
        time: event.raw["timestamp"],
        cwd,
        version,
        agent: event.agent,
        copiedFrom: text(marks["copyOf"]),
        isExcerpt: marks["isExcerpt"] === true,
        unknown: isKnownType(event.type) ? [] : [`event ${event.type}`],
      };
      yield toRecord(event, {
        id,
        make: (rest) => neutralRecords({ ...common, rest: { ...rest, ...restOf(event, parent) } }, record.location),
        usage: usage.get(event),
        assets,
      });
    }
  },
};

/** What an event has beside its data; its parent only if it is another one. */
function restOf({ raw }: LogEvent, parent: string | null): JsonObject {
  const { parentId } = raw;
  const rest = without(raw, "type", "data", "id", "timestamp", "agentId", "ccdag", "parentId", "begins");
  const other = parentId === parent || parentId === undefined ? rest : { ...rest, parentId };
  return Object.keys(other).length === 0 ? {} : { event: other };
}

interface Header {
  readonly session: string | undefined;
  readonly agent: string | undefined;
  readonly cwd: string | undefined;
  readonly version: string | undefined;
}

/** What an arranged transcript says of itself. */
function headerOf([first]: readonly LogEvent[]): Header {
  const data = first?.type === headerType ? first.data : {};
  return {
    session: text(data["session"]),
    agent: first?.agent,
    cwd: text(data["cwd"]),
    version: text(data["version"]),
  };
}
