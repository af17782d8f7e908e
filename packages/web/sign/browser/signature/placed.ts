import { clearNote, showNote } from "../../../ui/browser/status.ts";
import { format } from "../../../ui/browser/texts.ts";
import type { Draft } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { TEXTS } from "../texts.ts";

/** Says that a signature was placed in several fields, and offers to undo that until the next change. */
export class PlacedNote {
  readonly #form: Form;
  #placed: Draft["values"] | undefined;

  constructor(form: Form) {
    this.#form = form;
    form.show(() => {
      if (this.#placed === undefined || form.draft.values === this.#placed) return;
      this.#placed = undefined;
      clearNote();
    });
  }

  /** @param before The values without the signature. */
  show(before: Draft["values"], count: number): void {
    this.#placed = this.#form.draft.values;
    showNote(format(TEXTS.mark.placed, { count }), {
      label: TEXTS.mark.undoPlacing,
      run: () => this.#form.change({ values: before }),
    });
  }
}
