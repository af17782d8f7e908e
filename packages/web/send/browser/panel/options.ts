import { checkbox, h, labeledControl, setError } from "../../../ui/browser/dom.ts";
import type { SendModel } from "../model/draft_request.ts";
import type { Problem } from "../model/problems.ts";
import type { SendState } from "../model/send_state.ts";
import { texts } from "../texts.ts";
import { languageSelect } from "./language_select.ts";
import { RemindersFieldset } from "./reminders.ts";

const HOURS = 24;

/** The default of the API in days. */
const DEFAULT_DAYS = 7;

/** The name, the message, the time to sign, and further options of the request. */
export class OptionsPanel {
  readonly element: HTMLElement;
  readonly #controls: Readonly<Record<"name" | "message" | "expiration" | "redirectUrl", Control>>;
  readonly #reminders: RemindersFieldset;
  readonly #more: HTMLDetailsElement;

  constructor(state: SendState) {
    const { model } = state;
    const onChange = () => state.changed("values");
    const edited = <A extends Control>(
      control: A,
      value: string,
      write: (text: string) => void,
    ) => {
      control.value = value;
      control.addEventListener("input", () => {
        write(control.value);
        setError(control);
        onChange();
      });
      return control;
    };
    const name = edited(
      h("input", { type: "text", maxlength: 255, autocomplete: "off" }),
      model.name,
      (text) => (model.name = text),
    );
    const message = edited(
      h("textarea", { rows: 4, maxlength: 2000 }),
      model.message,
      (text) => (model.message = text),
    );
    const days = edited(
      h("input", { type: "number", min: 1, max: 365, inputmode: "numeric" }),
      String(Math.ceil((model.expirationHours ?? DEFAULT_DAYS * HOURS) / HOURS)),
      (text) => (model.expirationHours = text === "" ? undefined : Number(text) * HOURS),
    );
    const redirectUrl = edited(
      h("input", { type: "url", maxlength: 2048, autocomplete: "off" }),
      model.redirectUrl,
      (text) => (model.redirectUrl = text),
    );
    const language = languageSelect(texts.languageDefault, model.language, (tag) => {
      model.language = tag;
      onChange();
    });
    const delegation = checkbox(texts.allowDelegation, model.allowDelegation, (isAllowed) => {
      model.allowDelegation = isAllowed;
      onChange();
    });
    this.#controls = { name, message, expiration: days, redirectUrl };
    this.#reminders = new RemindersFieldset(model, onChange);
    this.#more = h(
      "details",
      { class: "more" },
      h("summary", {}, texts.moreOptions),
      labeledControl(texts.language, language),
      this.#reminders.element,
      delegation,
      labeledControl(texts.redirectUrl, redirectUrl, texts.redirectHint),
    );
    this.#more.open = hasMore(model);
    this.element = h(
      "section",
      { class: "card", "aria-labelledby": "options-title" },
      h("h2", { id: "options-title" }, texts.options),
      labeledControl(texts.name, name, texts.nameHint),
      labeledControl(texts.message, message, texts.messageHint),
      labeledControl(texts.days, days),
      this.#more,
    );
  }

  /** Shows problems next to their controls; returns the first control with one. */
  show(problems: ReadonlyArray<Problem>): HTMLElement | undefined {
    const kinds = new Set<string>(problems.map(({ kind }) => kind));
    const { name, message, expiration, redirectUrl } = this.#controls;
    setError(name, kinds.has("name") ? texts.problems.name : "");
    setError(message, kinds.has("message") ? texts.problems.message : "");
    setError(expiration, kinds.has("expiration") ? texts.problems.expiration : "");
    setError(redirectUrl, kinds.has("redirectUrl") ? texts.problems.redirectUrl : "");
    const reminders = this.#reminders.show(kinds.has("reminders"));
    if (kinds.has("redirectUrl") || kinds.has("reminders")) this.#more.open = true;
    if (kinds.has("name")) return name;
    if (kinds.has("message")) return message;
    if (kinds.has("expiration")) return expiration;
    return reminders ?? (kinds.has("redirectUrl") ? redirectUrl : undefined);
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement;

function hasMore({ language, reminders, redirectUrl, allowDelegation }: SendModel): boolean {
  return language !== undefined || reminders !== undefined || redirectUrl !== "" || allowDelegation;
}
