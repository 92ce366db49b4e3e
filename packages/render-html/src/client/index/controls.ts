import { all, readParameter, type Scope, writeParameter } from "../dom.ts";
import { listen } from "./listen.ts";

type Control = HTMLInputElement | HTMLSelectElement;

/** The names of the filters, which are also those of parameters of the address. */
export const controlNames = ["project", "client", "model", "from", "to"] as const;

/** One of {@link controlNames}. */
export type ControlName = (typeof controlNames)[number];

/** The filters of an index, and their place in the address. */
export class Controls {
  readonly #scope: Scope;
  readonly #controls: ReadonlyMap<string, Control>;

  /**
   * @param scope the page.
   * @param changed called when the reader changes a filter.
   */
  constructor(scope: Scope, changed: () => void) {
    this.#scope = scope;
    this.#controls = new Map(
      all(scope.root, "[data-name]").map((one) => [one.dataset["name"] ?? "", one as Control] as const),
    );
    for (const [name, control] of this.#controls) {
      this.#setText(control, readParameter(scope, name) ?? "");
      listen(scope, control, "change", () => {
        this.#keep(name);
        changed();
      });
    }
  }

  /** The value of a filter; empty if there is none. */
  get(name: ControlName): string {
    return this.#controls.get(name)?.value ?? "";
  }

  /** Set a filter to one of its values. */
  set(name: string, value: string): void {
    const control = this.#controls.get(name);
    if (!control) return;
    control.value = value;
    this.#keep(name);
  }

  /** Remove all filters. */
  clear(): void {
    for (const name of this.#controls.keys()) this.set(name, "");
  }

  /** The words of a choice by its value; empty if there is none. */
  labelOf(name: ControlName, value: string): string {
    const control = this.#controls.get(name);
    if (!(control instanceof HTMLSelectElement)) return "";
    return [...control.options].find((option) => option.value === value)?.text ?? "";
  }

  /** An address names a choice by its words: numbers change when a site is written again. */
  #keep(name: string): void {
    const control = this.#controls.get(name)!;
    const { value } = control;
    writeParameter(
      this.#scope,
      name,
      value === "" ? "" : control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : value,
    );
  }

  #setText(control: Control, text: string): void {
    if (control instanceof HTMLSelectElement)
      control.value = (text && [...control.options].find((option) => option.text === text)?.value) || "";
    else control.value = text;
  }
}
