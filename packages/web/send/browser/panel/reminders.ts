import { checkbox, h, labeledControl } from "../../../ui/browser/dom.ts";
import { DEFAULT_REMINDERS, type Reminders, type SendModel } from "../model/draft_request.ts";
import { texts } from "../texts.ts";

const NUMBERS = ["afterDays", "everyDays", "max"] as const;

/** The largest number of each. */
const LARGEST: Readonly<Reminders> = { afterDays: 30, everyDays: 30, max: 10 };

/** Whether recipients are reminded, when and how often. */
export class RemindersFieldset {
  readonly element: HTMLElement;
  readonly #problem = h("p", { class: "problem", role: "alert" });
  readonly #first: HTMLInputElement;

  constructor(model: SendModel, onChange: () => void) {
    const reminders: Reminders = { ...(model.reminders ?? DEFAULT_REMINDERS) };
    const inputs = NUMBERS.map((name) => {
      const max = LARGEST[name];
      const input = h("input", { type: "number", min: 1, max, step: 1, inputmode: "numeric" });
      input.value = String(reminders[name]);
      input.addEventListener("input", () => {
        reminders[name] = input.value === "" ? Number.NaN : Number(input.value);
        this.show(false);
        onChange();
      });
      return input;
    });
    const numbers = h(
      "div",
      { class: "numbers" },
      ...inputs.map((input, index) =>
        labeledControl(texts.reminders[NUMBERS[index] ?? "max"], input),
      ),
    );
    numbers.hidden = model.reminders === undefined;
    [this.#first = h("input", {})] = inputs;
    this.element = h(
      "div",
      { class: "reminders" },
      checkbox(texts.reminders.send, model.reminders !== undefined, (isOn) => {
        model.reminders = isOn ? reminders : undefined;
        numbers.hidden = !isOn;
        this.show(false);
        onChange();
      }),
      numbers,
      this.#problem,
    );
  }

  /** Shows or removes the problem; returns the first control with it. */
  show(isWrong: boolean): HTMLElement | undefined {
    this.#problem.textContent = isWrong ? texts.problems.reminders : "";
    return isWrong ? this.#first : undefined;
  }
}
