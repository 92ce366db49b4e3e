import { around, byName, goTo, readParameter, type Scope, word, writeParameter } from "../dom.ts";
import { type PlayAction, playKey } from "./play-keys.ts";
import { PlayView } from "./stage.ts";
import { blockOf, findSteps, stepAt, timeInBlock, uuidOf } from "./steps.ts";

/**
 * The play mode, for talks: what was said and done appears step by step. The position is in the address, as `?play=<uuid>`.
 *
 * @returns begins or ends it.
 */
export function play(scope: Scope): () => void {
  const { root } = scope;
  const [bar] = around(root, ".play");
  if (!bar) return () => {};
  const player = new Player(scope, bar);
  for (const button of around(root, "[data-play]"))
    button.addEventListener("click", () => player.act(button.dataset["play"] as PlayAction));
  const begin = () => (player.isOn ? player.act("end") : player.begin(inView(root)));
  around(root, '[data-do="play"]')[0]?.addEventListener("click", begin);
  const target = scope.isPage ? document : root;
  const listener = (event: Event) => {
    const action = player.isOn ? playKey(event as KeyboardEvent) : undefined;
    if (action === undefined) return;
    // Other keys go to what is hidden now.
    event.stopImmediatePropagation();
    if (action === "none") return;
    event.preventDefault();
    player.act(action);
  };
  target.addEventListener("keydown", listener, { capture: true });
  const uuid = readParameter(scope, "play");
  if (uuid !== undefined) player.begin(byName(root, `msg-${uuid}`) ?? byName(root, `turn-${uuid}`));
  return begin;
}

/** The turn at the top of the window; `undefined` at the beginning of the page. */
function inView(root: HTMLElement): Element | undefined {
  return around(root, "nav [aria-current]")
    .map((link) => byName(root, (link as HTMLAnchorElement).hash.slice(1)))
    .find((one) => one !== undefined && scrollY > 0);
}

class Player {
  readonly #scope: Scope;
  readonly #bar: HTMLElement;
  #steps: HTMLElement[] = [];
  /** The blocks of the steps. */
  #blocks: Element[] = [];
  #at = 0;
  #stage: PlayView | undefined;

  constructor(scope: Scope, bar: HTMLElement) {
    this.#scope = scope;
    this.#bar = bar;
  }

  get isOn(): boolean {
    return this.#stage !== undefined;
  }

  /** Begin at an element, or at the first step. */
  begin(target: Element | undefined): void {
    this.#steps = findSteps(this.#scope.root);
    if (this.#steps.length === 0) return;
    this.#blocks = [...new Set(this.#steps.map(blockOf))];
    this.#stage = new PlayView(this.#scope.root);
    this.#bar.hidden = false;
    this.#go(target ? stepAt(this.#steps, target) : 0);
  }

  act(action: PlayAction): void {
    const step = this.#steps[this.#at];
    // Its buttons may be pressed by a script or an extension while it is off.
    if (!this.isOn || step === undefined) return;
    if (action === "end") this.#end();
    else if (action === "open") step.toggleAttribute("open");
    else if (action === "next") this.#go(this.#at + 1);
    else if (action === "back") this.#go(this.#at - 1);
    else if (action === "first" || action === "last") this.#go(action === "first" ? 0 : this.#steps.length - 1);
    else if (action === "nextTurn" || action === "backTurn") this.#goToTurn(action === "nextTurn" ? 1 : -1);
    else if (step.getBoundingClientRect().bottom > innerHeight)
      scrollBy({ top: innerHeight * 0.8, behavior: "instant" });
    else this.#go(this.#at + 1);
  }

  #goToTurn(direction: 1 | -1): void {
    const block = this.#blocks[this.#blocks.indexOf(blockOf(this.#steps[this.#at]!)) + direction];
    if (block) this.#go(this.#steps.findIndex((step) => blockOf(step) === block));
  }

  #go(to: number): void {
    if (to < 0 || to >= this.#steps.length) return;
    const before = this.#steps[this.#at];
    if (to !== this.#at && before instanceof HTMLDetailsElement) before.open = false;
    this.#at = to;
    const step = this.#steps[to]!;
    this.#stage!.show(this.#steps, to);
    writeParameter(this.#scope, "play", uuidOf(step));
    this.#bar.querySelector("[role=status]")!.textContent = this.#position(step);
  }

  /** `12 of 240 · Turn 3 of 15 · 0:42`. */
  #position(step: Element): string {
    const of = word(this.#scope, "of");
    const turns = this.#blocks.filter((block) => block.matches(".turn"));
    const begun = this.#blocks.slice(0, this.#blocks.indexOf(blockOf(step)) + 1);
    const turn = begun.findLast((block) => block.matches(".turn"));
    const where = turn ? [`${word(this.#scope, "turn")} ${turns.indexOf(turn) + 1} ${of} ${turns.length}`] : [];
    const seconds = Math.round(timeInBlock(step) / 1000);
    const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
      String(Math.floor(part)).padStart(2, "0"),
    );
    return [`${this.#at + 1} ${of} ${this.#steps.length}`, ...where, `+${clock.join(":").replace(/^00:/, "")}`].join(
      " · ",
    );
  }

  #end(): void {
    const step = this.#steps[this.#at]!;
    this.#stage!.end(step);
    this.#stage = undefined;
    this.#bar.hidden = true;
    writeParameter(this.#scope, "play", undefined);
    goTo(this.#scope.root, step);
  }
}
