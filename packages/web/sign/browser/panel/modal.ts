import { byId } from "../../../ui/browser/dom.ts";

/** A modal dialog from the server's HTML. */
export class Modal {
  readonly #dialog: HTMLDialogElement;
  #onClose: () => void = () => {};

  /**
   * @param id The id of a `dialog`.
   * @param onSubmit Called when the form of the dialog is submitted; the dialog stays open.
   */
  constructor(id: string, onSubmit: () => void) {
    const dialog = byId(id);
    if (!(dialog instanceof HTMLDialogElement)) throw new Error(`#${id} is not a dialog`);
    this.#dialog = dialog;
    dialog.addEventListener("close", () => this.#onClose());
    dialog.addEventListener("submit", (event) => {
      event.preventDefault();
      onSubmit();
    });
    for (const button of dialog.querySelectorAll("[data-close]")) {
      button.addEventListener("click", () => this.close());
    }
  }

  /** Opens the dialog. */
  open(onClose: () => void = () => {}): void {
    if (this.#dialog.open) return;
    this.#onClose = onClose;
    this.#dialog.showModal();
  }

  close(): void {
    this.#dialog.close();
  }
}
