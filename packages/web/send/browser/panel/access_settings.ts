import { h, labeledControl, select, setError } from "../../../ui/browser/dom.ts";
import { METHODS, type Recipient } from "../model/recipient.ts";
import { texts } from "../texts.ts";
import { languageSelect } from "./language_select.ts";

/** How a recipient is authenticated, and their language. */
export class AccessSettings {
  readonly element: HTMLDetailsElement;
  readonly #phone: HTMLInputElement;
  readonly #code: HTMLInputElement;

  constructor(recipient: Recipient, onChange: () => void) {
    const input = (name: "phone" | "code", type: string, maxlength: number) => {
      const element = h("input", { type, maxlength, autocomplete: "off", spellcheck: "false" });
      element.value = recipient[name];
      element.addEventListener("input", () => {
        recipient[name] = element.value;
        setError(element);
        onChange();
      });
      return element;
    };
    this.#phone = input("phone", "tel", 30);
    this.#code = input("code", "text", 32);
    const phone = labeledControl(texts.phone, this.#phone, texts.phoneHint);
    const code = labeledControl(texts.code, this.#code, texts.codeHint);
    const showInputs = () => {
      phone.hidden = recipient.method !== "sms_code";
      code.hidden = recipient.method !== "access_code";
    };
    const method = select(
      [["", texts.methods.none], ...METHODS.map((each) => [each, texts.methods[each]] as const)],
      recipient.method ?? "",
      (value) => {
        recipient.method = METHODS.find((each) => each === value);
        showInputs();
        onChange();
      },
    );
    const language = languageSelect(texts.languageOfRequest, recipient.language, (tag) => {
      recipient.language = tag;
      onChange();
    });
    showInputs();
    this.element = h(
      "details",
      { class: "more" },
      h("summary", {}, texts.more),
      labeledControl(texts.method, method),
      phone,
      code,
      labeledControl(texts.language, language),
    );
    this.element.open = recipient.method !== undefined || recipient.language !== undefined;
  }

  /** Shows problems next to their controls; returns the first control with one. */
  show(kinds: ReadonlySet<string>): HTMLElement | undefined {
    setError(this.#phone, kinds.has("phone") ? texts.problems.phone : "");
    setError(this.#code, kinds.has("code") ? texts.problems.code : "");
    if (!kinds.has("phone") && !kinds.has("code")) return undefined;
    this.element.open = true;
    return kinds.has("phone") ? this.#phone : this.#code;
  }
}
