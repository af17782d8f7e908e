import { button, h, labeledControl, nextId, setError } from "../../../ui/browser/dom.ts";
import { CallError } from "../api.ts";
import { TEXTS } from "../texts.ts";
import { copyText } from "./copy_text.ts";

/** A dialog with a form. It stays open while its action fails. */
interface ActionDialog {
  readonly title: string;
  readonly text?: string;
  readonly controls?: ReadonlyArray<HTMLElement>;
  /** The controls by the paths of their values in the request, to show problems at them. */
  readonly fields?: Readonly<Record<string, HTMLElement>>;
  /** The label of the button that runs the action. */
  readonly action: string;
  /** The label of the button that closes the dialog. */
  readonly dismiss?: string;
  readonly isDangerous?: boolean;
  readonly run: () => Promise<void>;
}

/** Opens a dialog that runs an action when it is confirmed. */
export function openDialog(options: ActionDialog): void {
  const {
    title,
    text,
    controls = [],
    fields = {},
    action,
    dismiss = TEXTS.cancel,
    isDangerous = false,
  } = options;
  const id = nextId();
  const problem = h("p", { class: "problem", role: "alert" });
  const confirm = h("button", { class: isDangerous ? "is-danger" : "is-first" }, action);
  const run = async () => {
    if (confirm.getAttribute("aria-disabled") === "true") return;
    confirm.setAttribute("aria-disabled", "true");
    try {
      await options.run();
      dialog.close();
    } catch (error) {
      problem.textContent = error instanceof CallError ? showProblems(error, fields) : TEXTS.failed;
    }
    confirm.removeAttribute("aria-disabled");
  };
  const form = h(
    "form",
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        void run();
      },
    },
    h("h2", { id }, title),
    text !== undefined && h("p", {}, text),
    ...controls,
    problem,
    h(
      "div",
      { class: "actions" },
      button(dismiss, () => dialog.close()),
      confirm,
    ),
  );
  const dialog = show(id, form);
}

/** Shows problems at their controls, and focuses the first. Returns the text of all others. */
function showProblems(
  { message, problems }: CallError,
  fields: Readonly<Record<string, HTMLElement>>,
): string {
  const placed = Object.entries(fields).filter(([path]) => problems.has(path));
  for (const [path, control] of placed) setError(control, problems.get(path));
  placed[0]?.[1].focus();
  return placed.length > 0 && placed.length === problems.size ? "" : message;
}

/** Shows a secret or link that the user copies. */
export function showSecret(title: string, text: string, secret: string): void {
  const id = nextId();
  const value = h("input", { readonly: true, value: secret });
  const copy = button(
    TEXTS.copy,
    () => {
      value.select();
      copyText(secret);
    },
    { class: "is-first" },
  );
  const content = h(
    "form",
    { method: "dialog" },
    h("h2", { id }, title),
    labeledControl(text, value),
    h(
      "div",
      { class: "actions" },
      button(TEXTS.close, () => dialog.close()),
      copy,
    ),
  );
  const dialog = show(id, content);
  value.select();
}

/** Shows a value as JSON. */
export function showJson(title: string, value: unknown): void {
  const id = nextId();
  const text = JSON.stringify(value, null, 2);
  const content = h(
    "form",
    { method: "dialog" },
    h("h2", { id }, title),
    h("pre", { tabindex: 0, "aria-label": title }, text),
    h(
      "div",
      { class: "actions" },
      button(TEXTS.close, () => dialog.close()),
      button(TEXTS.copy, () => copyText(text), { class: "is-first" }),
    ),
  );
  const dialog = show(id, content);
}

function show(titleId: string, content: HTMLElement): HTMLDialogElement {
  const dialog = h(
    "dialog",
    { "aria-labelledby": titleId, onclose: () => dialog.remove() },
    content,
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A text field with its label; `required` shows an error while it is empty. */
export function textField(
  label: string,
  hint: string,
  attributes: Readonly<Record<string, string | number>> = {},
): { readonly element: HTMLElement; readonly input: HTMLInputElement } {
  const input = h("input", { autocomplete: "off", ...attributes });
  input.addEventListener("input", () => setError(input));
  return { element: labeledControl(label, input, hint), input };
}

/** A field of several lines with its label. */
export function textArea(
  label: string,
  hint: string,
  value: string,
): { readonly element: HTMLElement; readonly input: HTMLTextAreaElement } {
  const input = h("textarea", { rows: 12, spellcheck: "false", class: "is-code" }, value);
  return { element: labeledControl(label, input, hint), input };
}
