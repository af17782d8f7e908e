import type { Ceremony as SentCeremony } from "@paraph/core/builtin_provider";

import { type Draft, placeInAll } from "./draft.ts";
import { deleteDraft, saveDraft, loadDraft } from "./saved_draft.ts";

/** The draft of a recipient with its listeners. It survives a reload of the page. */
export class Form {
  readonly ceremony: Ceremony;
  #draft: Draft;
  readonly #listeners: Array<() => void> = [];

  /** @param early Input from before the script was loaded, which is newer than any stored draft. */
  constructor(ceremony: Ceremony, early: Partial<Draft> = {}) {
    this.ceremony = ceremony;
    const draft = { ...loadDraft(ceremony), ...early };
    // A name that was typed is a signature.
    const values = early.name === undefined ? draft.values : placeInAll(ceremony, draft.values);
    this.#draft = { ...draft, values };
    saveDraft(ceremony, this.#draft);
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Changes the draft and notifies the listeners. */
  change(changes: Partial<Draft>): void {
    this.#draft = { ...this.#draft, ...changes };
    saveDraft(this.ceremony, this.#draft);
    for (const listener of this.#listeners) listener();
  }

  /**
   * Changes the signature or the initials, and places them in all required fields: typing a name next to the
   * document signs it.
   */
  sign(changes: Partial<Draft>): void {
    this.change({ ...changes, values: placeInAll(this.ceremony, this.#draft.values) });
  }

  /** Sets the value of a field; `undefined` removes it. */
  fill(id: string, value: string | boolean | undefined): void {
    const { [id]: _, ...others } = this.#draft.values;
    this.change({ values: value === undefined ? others : { ...others, [id]: value } });
  }

  /** Calls a listener now and after each change. */
  show(listener: () => void): void {
    this.#listeners.push(listener);
    listener();
  }

  /** Removes the saved draft. */
  forget(): void {
    deleteDraft(this.ceremony);
  }
}

/** A ceremony as JSON. */
export type Ceremony = (typeof SentCeremony)["Encoded"];
