import { h, labeledControl, setError } from "../../../ui/browser/dom.ts";
import type { Problem } from "../model/problems.ts";
import type { SendState } from "../model/send_state.ts";
import { texts } from "../texts.ts";

const HOURS = 24;

/** The default of the API in days. */
const DEFAULT_DAYS = 7;

/** The name, the message and the time to sign. */
export class OptionsPanel {
  readonly element: HTMLElement;
  readonly #name: HTMLInputElement;
  readonly #message: HTMLTextAreaElement;
  readonly #days: HTMLInputElement;

  constructor(state: SendState) {
    const { model } = state;
    const name = h("input", { type: "text", maxlength: 255, autocomplete: "off" });
    name.value = model.name;
    const message = h("textarea", { rows: 4, maxlength: 2000 });
    message.value = model.message;
    const days = h("input", { type: "number", min: 1, max: 365, inputmode: "numeric" });
    days.value = String(Math.ceil((model.expirationHours ?? DEFAULT_DAYS * HOURS) / HOURS));
    name.addEventListener("input", () => {
      model.name = name.value;
      setError(name);
      state.changed("values");
    });
    message.addEventListener("input", () => {
      model.message = message.value;
      setError(message);
      state.changed("values");
    });
    days.addEventListener("input", () => {
      model.expirationHours = days.value === "" ? undefined : Number(days.value) * HOURS;
      setError(days);
      state.changed("values");
    });
    [this.#name, this.#message, this.#days] = [name, message, days];
    this.element = h(
      "section",
      { class: "card", "aria-labelledby": "options-title" },
      h("h2", { id: "options-title" }, texts.options),
      labeledControl(texts.name, name, texts.nameHint),
      labeledControl(texts.message, message, texts.messageHint),
      labeledControl(texts.days, days),
    );
  }

  /** Shows problems next to their controls; returns the first control with one. */
  show(problems: ReadonlyArray<Problem>): HTMLElement | undefined {
    const kinds = new Set(problems.map(({ kind }) => kind));
    setError(this.#name, kinds.has("name") ? texts.problems.name : "");
    setError(this.#message, kinds.has("message") ? texts.problems.message : "");
    setError(this.#days, kinds.has("expiration") ? texts.problems.expiration : "");
    if (kinds.has("name")) return this.#name;
    if (kinds.has("message")) return this.#message;
    return kinds.has("expiration") ? this.#days : undefined;
  }
}
