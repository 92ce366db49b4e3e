import { type PageChange, applyPage, applyPatch } from "./live-apply.ts";
import { all, notify, type Scope, word } from "./dom.ts";
import { followEnd } from "./live-end.ts";
import { palette } from "./served/palette.ts";
import { sessionList } from "./served/session-list.ts";

const scope: Scope = { root: document.body, isPage: true };
const address = document.body.dataset["live"]!;
/** The version of the page that is shown. */
let version = document.body.dataset["version"] ?? "";
let events: EventSource | undefined;
let isBusy = false;
let isPending = false;

// A browser allows few open connections: a page in the background closes its own.
palette(scope, address);
const reloadList = sessionList(scope, address);
document.addEventListener("visibilitychange", connect);
connect();

function connect(): void {
  events?.close();
  events = undefined;
  if (document.visibilityState === "hidden") return;
  const query = new URLSearchParams({ page: location.pathname, version });
  events = new EventSource(`${address}?${query.toString()}`);
  events.addEventListener("hello", () => notify(scope, "lost", ""));
  events.addEventListener("error", () => notify(scope, "lost", word(scope, "lost")));
  events.addEventListener("list", reloadList);
  events.addEventListener("change", () => void update());
  events.addEventListener("patch", (event) => {
    const patch = JSON.parse((event as MessageEvent<string>).data) as PageChange;
    if (isBusy || patch.from !== version || !change(() => applyPatch(patch))) void update();
    else version = patch.to;
  });
}

/** Load the page in its current version. */
async function update(): Promise<void> {
  isPending = isBusy;
  if (isBusy) return;
  isBusy = true;
  try {
    const response = await fetch(location.pathname);
    notify(scope, "lost", response.ok ? "" : word(scope, "gone"));
    if (!response.ok) return;
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    change(() => applyPage(next));
    version = next.body.dataset["version"] ?? "";
  } catch {
    notify(scope, "lost", word(scope, "lost"));
  } finally {
    isBusy = false;
    if (isPending) void update();
  }
}

/** Change the page. A reader at the end stays there; another one stays where they are. */
function change(apply: () => boolean): boolean {
  const before = countMessages();
  const follow = followEnd(scope);
  if (!apply()) return false;
  dispatchEvent(new Event("ccdag-changed"));
  follow(countMessages() > before);
  return true;
}

/** How many messages and calls the page has, and whether another page follows. */
function countMessages(): number {
  return all(document, ".main article, .main .tool, .pager [rel=next]").length;
}
