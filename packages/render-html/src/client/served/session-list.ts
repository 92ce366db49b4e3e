import { type Scope, word } from "../dom.ts";
import { keep, recall } from "../store.ts";
import { dayWords, hourOf } from "../times.ts";
import type { ListedHere } from "./found.ts";
import style from "./session-list.css";

/** How many sessions are listed; all are on the home. */
const maxSessions = 200;
/** The list is loaded at most so often, in milliseconds. */
const minPauseMs = 1000;

/**
 * Show the newest sessions of all projects beside a session, as long as the window is wide: `[` hides and shows them, `J` and `K`
 * go to the next and the previous one, `u` to the sessions of the project.
 *
 * @param scope the page.
 * @param address the address of the event stream; that of the list is below it.
 * @returns call it when the list may have changed.
 */
export function sessionList(scope: Scope, address: string): () => void {
  addEventListener("keydown", (event) => press(scope, event), { capture: true });
  // The home is a list itself.
  if (document.querySelector(".index")) return () => {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const list = document.createElement("nav");
  list.className = "here-list";
  list.setAttribute("aria-label", word(scope, "sessions"));
  list.hidden = recall("list") === "off";
  scope.root.append(list);
  let timer = 0;
  let last = -minPauseMs;
  const load = () => {
    clearTimeout(timer);
    if (list.hidden || document.visibilityState === "hidden") return;
    timer = window.setTimeout(
      () => {
        last = performance.now();
        void fetch(`${address}/sessions`)
          .then(async (response) => show(scope, list, (await response.json()) as ListedHere[]))
          .catch(() => {});
      },
      Math.max(0, last + minPauseMs - performance.now()),
    );
  };
  list.addEventListener("ccdag-shown", load);
  load();
  return load;
}

function show(scope: Scope, list: HTMLElement, sessions: readonly ListedHere[]): void {
  const here = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.href : "";
  const top = list.scrollTop;
  const all = document.createElement("a");
  Object.assign(all, { href: "/", className: "all", textContent: word(scope, "allProjects") });
  list.replaceChildren(all, ...sessions.slice(0, maxSessions).map((session) => row(scope, session)));
  list.scrollTop = top;
  if (here !== "") [...list.querySelectorAll("a")].find((one) => one.href === here)?.focus();
}

function row(scope: Scope, { title, href, project, to, isRunning }: ListedHere): HTMLElement {
  const link = document.createElement("a");
  link.href = `/${href}`;
  link.title = title;
  // A session may be several pages.
  if (pageOf(link.pathname) === pageOf(location.pathname)) link.setAttribute("aria-current", "page");
  const said = document.createElement("span");
  said.className = "said";
  const when = document.createElement("span");
  when.textContent = isRunning ? word(scope, "running") : to > 0 ? ageOf(to) : "";
  if (isRunning) when.className = "running";
  const name = document.createElement("span");
  name.className = "project";
  name.textContent = project.split(/[/\\]/).filter(Boolean).slice(-2).join("/");
  said.append(name, when);
  link.append(title, said);
  return link;
}

function pageOf(path: string): string {
  return path.replace(/\.part\d+\.html$/, ".html");
}

/** The hour of a time of today, the day of another one, in the time zone of the reader. */
function ageOf(time: number): string {
  const date = new Date(time);
  return date.toDateString() === new Date().toDateString() ? hourOf(date) : dayWords(date);
}

/** Keys that lead to other pages; the reader can switch them off, like the others. */
function press({ root }: Scope, event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || recall("keys") === "off") return;
  if (target instanceof HTMLElement && target.matches("input, select, textarea, dialog, dialog *")) return;
  const list = root.querySelector<HTMLElement>(".here-list");
  const links = [...(list?.querySelectorAll("a") ?? [])];
  const at = links.findIndex((link) => link.ariaCurrent === "page");
  const next = { J: links[at + 1], K: links[at - 1], u: root.querySelector<HTMLAnchorElement>(".bar > a[href]") }[key];
  if (key === "[" && list) {
    list.hidden = !list.hidden;
    keep("list", list.hidden ? "off" : "");
    list.dispatchEvent(new Event("ccdag-shown"));
  } else if (next) location.assign(next.href);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
