import type { Element } from "hast";
import { indexStyle, indexStyleHash } from "../../generated.ts";
import { element } from "../../tree/element.ts";
import { toShell } from "../shell.ts";
import { servedWords } from "../served-words.ts";
import { defaultWords } from "../words.ts";
import { formatCount } from "./amounts.ts";
import { type ListedSession, listSessions } from "./listed.ts";
import type { IndexWork } from "./index-work.ts";
import type { IndexProject, IndexSession, WorkPageOptions } from "./types.ts";
import { kindsOf, renderWorkLinks } from "./work-links.ts";

/**
 * Render the page that lists what sessions did or left: a list of each kind, the newest session first. It needs no script.
 *
 * @param projects the projects, with their sessions and the `work` of these.
 * @param options title, language, labels and addresses.
 * @returns the whole page as HTML.
 */
export function toWorkPage(projects: readonly IndexProject[], options: WorkPageOptions = {}): string {
  const words = { ...defaultWords, ...servedWords, ...options.words };
  const { title = words.work, lang, index, hrefOf = anchorOf } = options;
  const list = listSessions(projects);
  const context = { hrefOf, nameOf: ({ project }: ListedSession) => list.projects[project]!.name };
  const sections = kindsOf(words).flatMap((kind) => {
    const groups = list.sessions.flatMap((listed) => {
      const own = (listed.session.work ?? []).filter((item) => item.kind === kind);
      return own.length === 0 ? [] : [{ listed, own }];
    });
    if (groups.length === 0) return [];
    const number = groups.reduce((sum, { own }) => sum + own.length, 0);
    return [
      element(
        "section",
        { id: kind },
        element("h2", {}, formatCount(number, words.workKinds[kind])),
        groups.map(({ listed, own }) => renderGroup(listed, own, context)),
      ),
    ];
  });
  const sessions = list.sessions.map(({ session }) => session);
  const main = element(
    "main",
    { id: "content", className: ["main", "index", "done"] },
    ...(sections.length === 0 ? [element("p", {}, words.nowhere)] : renderWorkLinks(sessions, "", words)),
    ...sections,
  );
  const up = index === undefined ? [] : [element("a", { href: index, rel: ["up"] }, words.sessions)];
  const bar = element("header", { className: ["bar"] }, ...up, element("h1", {}, title));
  return toShell([bar, main], { title, lang, style: [indexStyle, indexStyleHash], scripts: [], data: {} });
}

interface GroupContext {
  readonly hrefOf: NonNullable<WorkPageOptions["hrefOf"]>;
  readonly nameOf: (listed: ListedSession) => string;
}

/** The items of one session below its title. */
function renderGroup(listed: ListedSession, own: readonly IndexWork[], { hrefOf, nameOf }: GroupContext): Element {
  const { session, day } = listed;
  const facts = [nameOf(listed), day].filter(Boolean).join(" · ");
  return element(
    "section",
    {},
    element("h3", {}, element("a", { href: session.href }, session.title)),
    element("p", { className: ["facts"] }, facts),
    element(
      "ul",
      {},
      own.map((item) => renderItem(item, hrefOf(session, item))),
    ),
  );
}

function renderItem({ kind, text, detail, agent }: IndexWork, href: string): Element {
  const more = [agent, detail].filter(Boolean).join(": ");
  // An address may be redacted.
  const isLink = kind !== "pr" || /^https?:\/\//.test(text);
  const to = kind === "pr" ? { href: text, rel: ["noreferrer"] } : { href };
  return element(
    "li",
    {},
    isLink ? element("a", to, text) : text,
    ...(more === "" ? [] : [" ", element("small", {}, more)]),
  );
}

/** The anchor of a message on the page of its session. */
function anchorOf({ href }: IndexSession, { entry, page = href }: IndexWork): string {
  return entry === undefined ? href : `${page}#msg-${entry}`;
}
