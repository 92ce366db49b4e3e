import { blockOf } from "./steps.ts";

/** Shows the steps of a block up to one, and nothing else. */
export class PlayStage {
  readonly #root: HTMLElement;
  /** What has a class of the play mode. */
  readonly #marked = new Set<Element>();
  /** The sections that were opened for a step. */
  readonly #opened = new Set<HTMLDetailsElement>();

  constructor(root: HTMLElement) {
    this.#root = root;
    root.classList.add("playing");
  }

  show(steps: readonly HTMLElement[], at: number): void {
    this.#clear();
    const step = steps[at]!;
    const block = blockOf(step);
    for (let one = at; one >= 0 && blockOf(steps[one]!) === block; one--) this.#mark(steps[one]!);
    step.classList.add("now");
    this.#close((section) => !section.contains(step));
    step.tabIndex = -1;
    step.focus({ preventScroll: true });
    const isTall = step.getBoundingClientRect().height > innerHeight * 0.7;
    step.scrollIntoView({ block: isTall ? "start" : "nearest", behavior: "instant" });
  }

  /** Show everything again. What was opened stays open around the last step. */
  end(last: Element): void {
    this.#clear();
    this.#close((section) => !section.contains(last) || section === last);
    this.#root.classList.remove("playing");
  }

  /** Show a step, and what contains it without its other content. */
  #mark(step: Element): void {
    this.#add(step, "step");
    for (let outer = step.parentElement; outer && !outer.matches(".main"); outer = outer.parentElement) {
      this.#add(outer, "played");
      if (outer instanceof HTMLDetailsElement && !outer.open) {
        outer.open = true;
        this.#opened.add(outer);
      }
    }
  }

  #add(element: Element, name: string): void {
    element.classList.add(name);
    this.#marked.add(element);
  }

  #close(isOver: (section: Element) => boolean): void {
    for (const section of this.#opened)
      if (isOver(section) && !section.matches(".played")) {
        section.open = false;
        this.#opened.delete(section);
      }
  }

  #clear(): void {
    for (const one of this.#marked) one.classList.remove("step", "played", "now");
    this.#marked.clear();
  }
}
