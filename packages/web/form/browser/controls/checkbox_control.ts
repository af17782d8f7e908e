import type { FormField } from "../answers/fields.ts";
import { make } from "../icons.ts";
import { type ControlOptions, type ControlParts, labelOf } from "./control_parts.ts";

/** A control that is ticked or not. */
export function tickParts(
  field: FormField,
  id: string,
  { onAnswer, onLeave }: ControlOptions,
): ControlParts {
  const input = make("input", { id, name: field.key, type: "checkbox" });
  input.addEventListener("change", () => {
    onAnswer(input.checked);
    onLeave();
  });
  const body = make("div", { class: "tick" }, input, labelOf(field, id));
  const show: ControlParts["show"] = (answer) => {
    input.checked = answer === true;
  };
  return { input, body, show, hasOwnLabel: true, isWide: false };
}
