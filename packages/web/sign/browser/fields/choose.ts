import type { CeremonyField } from "@paraph/core/builtin_provider";

import { byId } from "../../../ui/browser/dom.ts";
import type { Form } from "../draft/form.ts";
import { Modal } from "../panel/modal.ts";
import { nameOf } from "./field_names.ts";

/** A dialog to choose an option of a field: the boxes in the document are small. */
export class Choose {
  readonly #form: Form;
  readonly #modal: Modal;
  #field: CeremonyField | undefined;

  constructor(form: Form) {
    this.#form = form;
    this.#modal = new Modal("options-dialog", () => this.#use());
  }

  /** Opens the dialog for a field. */
  ask(field: CeremonyField): void {
    this.#field = field;
    byId("options-title").textContent = nameOf(field);
    const now = this.#form.draft.values[field.id];
    byId("options").replaceChildren(
      ...field.options.map((option, index) =>
        radio(option, option === now || (!now && index === 0)),
      ),
    );
    this.#modal.open();
    byId("options").querySelector<HTMLInputElement>("input:checked")?.focus();
  }

  #use(): void {
    const input = byId("options").querySelector<HTMLInputElement>("input:checked");
    if (this.#field !== undefined && input !== null) this.#form.fill(this.#field.id, input.value);
    this.#modal.close();
  }
}

function radio(option: string, isChosen: boolean): HTMLElement {
  const label = document.createElement("label");
  const input = document.createElement("input");
  const text = document.createElement("span");
  input.type = "radio";
  input.name = "option";
  input.value = option;
  input.checked = isChosen;
  text.textContent = option;
  text.dir = "auto";
  label.append(input, text);
  return label;
}
