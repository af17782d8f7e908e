import { byId } from "../../../ui/browser/dom.ts";

/** A dialog over the page: it keeps the focus, and Escape closes it. */
export class Modal {
  readonly #dialog: HTMLDialogElement;
  #onClose: () => void = () => {};

  /**
   * @param id Of a `dialog` that the server has written.
   * @param onSubmit Hears that what its form asks for is wanted; the dialog stays open.
   */
  constructor(id: string, onSubmit: () => void) {
    const dialog = byId(id);
    if (!(dialog instanceof HTMLDialogElement)) throw new Error(`#${id} is no dialog`);
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

  /** Opens it, unless it is open. */
  open(onClose: () => void = () => {}): void {
    if (this.#dialog.open) return;
    this.#onClose = onClose;
    this.#dialog.showModal();
  }

  close(): void {
    this.#dialog.close();
  }
}
