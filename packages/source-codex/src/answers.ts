import type { RolloutLine } from "./line.ts";
import { count, object } from "./values.ts";

/** A response of a model, while its parts are read. */
interface Open {
  readonly request: string;
  readonly model: string | undefined;
  hasItems: boolean;
  /** What the model had read when it was asked; another number is another request. */
  asked: number | undefined;
}

/**
 * Says which parts belong to one response. No record names a response, but its parts stand together. Its usage follows
 * them and ends it; in 0.63 it stands before them.
 */
export class Answers {
  #model: string | undefined;
  #open: Open | undefined;

  /** A request begins. */
  begin(model: string | undefined): void {
    this.#model = model ?? this.#model;
    this.#open = undefined;
  }

  /** Something else was said. */
  close(): void {
    this.#open = undefined;
  }

  /**
   * A part of a response.
   *
   * @param id the id of its record, which names the response if it is the first part.
   * @param line its record.
   */
  part(id: string, { raw }: RolloutLine): { readonly request: string; readonly model: string | undefined } {
    const asked = count(object(raw["metadata"])["sampled_through_sequence"]);
    const isOther = this.#open?.asked !== undefined && asked !== undefined && asked !== this.#open.asked;
    const open = isOther || this.#open === undefined ? this.#new(id) : this.#open;
    open.hasItems = true;
    open.asked ??= asked;
    return open;
  }

  /** The usage of a response was recorded. */
  used(): void {
    if (this.#open?.hasItems === true) this.#open = undefined;
  }

  #new(request: string): Open {
    this.#open = { request, model: this.#model, hasItems: false, asked: undefined };
    return this.#open;
  }
}
