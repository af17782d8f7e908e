import { button, h, iconButton, nextId } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "./icons.ts";

/** A modal dialog. It is removed when it closes. */
export class Dialog {
  readonly element: HTMLDialogElement;
  readonly body: HTMLElement;
  readonly actions: HTMLElement;
  readonly closed: Promise<void>;

  constructor(title: string, { kind = "" }: { readonly kind?: string } = {}) {
    const id = nextId();
    this.body = h("div", { class: "dialog-body" });
    this.actions = h("div", { class: "dialog-actions" });
    this.element = h(
      "dialog",
      { class: `window ${kind}`, "aria-labelledby": id },
      h(
        "header",
        {},
        h("h2", { id }, title),
        iconButton(TEXTS.bar.close, icon("close"), () => this.close(), { class: "is-quiet" }),
      ),
      this.body,
      this.actions,
    );
    this.closed = new Promise((resolve) => {
      this.element.addEventListener("close", () => {
        this.element.remove();
        resolve();
      });
    });
    document.body.append(this.element);
  }

  open(): this {
    this.element.showModal();
    // Browsers ignore `autofocus` in frames of other sites.
    this.element.querySelector<HTMLElement>("[data-first]")?.focus();
    return this;
  }

  close(): void {
    this.element.close();
  }
}

/** Controls in a dialog. */
export interface DialogForm<Value> {
  readonly element: HTMLElement;
  /** The value; `undefined` if there are problems, which are shown then. */
  readonly read: () => Value | undefined;
}

/** Opens a dialog with controls; `undefined` if the user closes it without a change. */
export async function formDialog<Value>(
  title: string,
  form: DialogForm<Value>,
  labels: { readonly done: string; readonly cancel: string },
): Promise<Value | undefined> {
  const dialog = new Dialog(title, { kind: "is-form is-wide" });
  const result: { value?: Value } = {};
  const done = () => {
    const value = form.read();
    if (value === undefined) {
      dialog.element.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      return;
    }
    result.value = value;
    dialog.close();
  };
  dialog.body.append(form.element);
  dialog.actions.append(
    button(labels.cancel, () => dialog.close()),
    button(labels.done, done, { class: "is-first" }),
  );
  await dialog.open().closed;
  return result.value;
}

/** A button of a question. */
export interface Choice<Value> {
  readonly label: string;
  readonly value: Value;
  readonly kind?: "is-first" | "is-danger";
}

/** Asks a question in a dialog; `undefined` if the user closes it. */
export async function ask<Value>(
  title: string,
  text: string,
  choices: ReadonlyArray<Choice<Value>>,
): Promise<Value | undefined> {
  const dialog = new Dialog(title, { kind: "is-question" });
  const result: { value?: Value } = {};
  dialog.body.append(h("p", {}, text));
  dialog.actions.append(
    ...choices.map(({ label, value, kind = "" }) =>
      button(
        label,
        () => {
          result.value = value;
          dialog.close();
        },
        { class: kind },
      ),
    ),
  );
  await dialog.open().closed;
  return result.value;
}
