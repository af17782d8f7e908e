import type { Ceremony as SentCeremony } from "@paraph/core/signing";

import type { Draft } from "./draft.ts";
import { forgetDraft, keepDraft, keptDraft } from "./saved_draft.ts";

/** What a recipient has put in, and whoever shows it. It survives that the page is loaded again. */
export class Form {
  readonly ceremony: Ceremony;
  #draft: Draft;
  readonly #listeners: Array<() => void> = [];

  /** @param early What the controls of the page held before its script came: newer than any stored draft. */
  constructor(ceremony: Ceremony, early: Partial<Draft> = {}) {
    this.ceremony = ceremony;
    this.#draft = { ...keptDraft(ceremony), ...early };
    keepDraft(ceremony, this.#draft);
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Changes some of it and tells everybody who shows it. */
  change(changes: Partial<Draft>): void {
    this.#draft = { ...this.#draft, ...changes };
    keepDraft(this.ceremony, this.#draft);
    for (const listener of this.#listeners) listener();
  }

  /** Fills in a field; nothing empties it. */
  fill(id: string, value: string | boolean | undefined): void {
    const { [id]: _, ...others } = this.#draft.values;
    this.change({ values: value === undefined ? others : { ...others, [id]: value } });
  }

  /** Shows what there is now, and then each change. */
  show(listener: () => void): void {
    this.#listeners.push(listener);
    listener();
  }

  /** Leaves nothing behind in the browser. */
  forget(): void {
    forgetDraft(this.ceremony);
  }
}

/** A ceremony as it travels. */
export type Ceremony = (typeof SentCeremony)["Encoded"];
