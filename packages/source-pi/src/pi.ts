import { type JsonObject, parseRecords, type Source, toRecord } from "@ccdag/core";
import { type Header, translate } from "./translate.ts";
import { text } from "./text-of.ts";

/**
 * A source for sessions of pi (`@mariozechner/pi-coding-agent`, and since 0.74 `@earendil-works/pi-coding-agent`),
 * versions 1 to 3 of the format. A file begins with a header; each entry after it has an `id` of eight digits and a
 * `parentId`. A rewind writes nothing: the next entry is a child of an earlier one. Labels, names and changes of the
 * model are entries of the chain too. Files of version 1 have no ids: each entry is a child of the one before it, and
 * its id is made of session and line.
 *
 * A file is accepted if its first record is such a header.
 */
export const pi: Source = {
  name: "pi",
  mark: '"type":"session"',
  accepts: (_, first) => first !== undefined && isHeader(first) && first["uuid"] === undefined,
  *entries(file, options) {
    let header: Header = { id: "", cwd: undefined, parent: undefined };
    let before: string | null = null;
    for (const record of parseRecords(file, options)) {
      if ("form" in record) {
        yield record;
        continue;
      }
      const { raw, location } = record;
      if (isHeader(raw)) {
        // A session that was reopened before it had an answer begins with two headers.
        header = { id: text(raw["id"]) ?? "", cwd: text(raw["cwd"]), parent: text(raw["parentSession"]) };
        yield toRecord({ ...raw, type: "pi/session", content: header.cwd, sessionId: header.id }, location, {
          isKnown: true,
        });
        continue;
      }
      const id: string = text(raw["id"]) ?? `${header.id}-${location.line}`;
      const parent = "id" in raw ? text(raw["parentId"]) : before;
      before = id;
      const { record: made, isKnown } = translate(raw, header);
      yield toRecord({ ...made, uuid: id, parentUuid: parent === id ? null : (parent ?? null) }, location, {
        isKnown,
        isChosen: true,
      });
    }
  },
};

function isHeader(raw: JsonObject): boolean {
  return raw["type"] === "session" && "id" in raw && "timestamp" in raw;
}
