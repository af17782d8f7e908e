import { h } from "../../../ui/browser/dom.ts";
import type { FormField } from "../values/fields.ts";
import type { ControlValue } from "../values/form_values.ts";
import type { ControlOptions, ControlParts } from "./control_parts.ts";
import { imageParts } from "./image_control.ts";
import { textParts } from "./text_control.ts";

/** The control of one field. */
export interface Control {
  readonly field: FormField;
  readonly element: HTMLElement;
  /** Shows a value that was changed elsewhere. */
  readonly show: (controlValue: ControlValue | undefined) => void;
  readonly focus: () => void;
  /** The shown problem; empty if there is none. */
  readonly problem: () => string;
  /** Shows a problem; an empty text removes it. */
  readonly setProblem: (problem: string) => void;
}

let count = 0;

/** Creates the control for the data type of a field, with its label, hint and problem. */
export function createControl(field: FormField, options: ControlOptions): Control {
  count += 1;
  const id = `field-${count}`;
  const { input, body, show, hasOwnLabel = false, isWide } = partsOf(field, id, options);
  const { dataType, description: hint = "" } = field;
  input.setAttribute("aria-describedby", `${hint === "" ? "" : `${id}-hint `}${id}-problem`);
  if (field.required && dataType !== "boolean") input.setAttribute("aria-required", "true");
  const problem = h("p", { class: "problem", id: `${id}-problem` });
  const element = h(
    "div",
    { class: `field is-${dataType}${isWide ? " is-wide" : ""}` },
    !hasOwnLabel && labelOf(field, id),
    body,
    hint !== "" && h("p", { class: "hint", id: `${id}-hint` }, hint),
    problem,
  );
  return {
    field,
    element,
    show,
    focus: () => {
      element.scrollIntoView({ block: "center" });
      input.focus({ preventScroll: true });
    },
    problem: () => problem.textContent,
    setProblem: (text) => {
      if (problem.textContent !== text) problem.textContent = text;
      element.classList.toggle("is-wrong", text !== "");
      if (text === "") input.removeAttribute("aria-invalid");
      else input.setAttribute("aria-invalid", "true");
    },
  };
}

function partsOf(field: FormField, id: string, options: ControlOptions): ControlParts {
  if (field.dataType === "boolean") return checkboxParts(field, id, options);
  if (field.dataType === "image") return imageParts(field, id, options);
  return textParts(field, id, options);
}

/** The star is hidden from screen readers: they read `aria-required` of the control. */
function labelOf({ label, required, dataType }: FormField, id: string): HTMLElement {
  const isMarked = required && dataType !== "boolean";
  const star = h("span", { class: "star", "aria-hidden": "true" }, " *");
  return h("label", { for: id }, h("bdi", {}, label), isMarked && star);
}

function checkboxParts(
  field: FormField,
  id: string,
  { onValue, onLeave }: ControlOptions,
): ControlParts {
  const onchange = () => {
    onValue(input.checked);
    onLeave();
  };
  const input = h("input", { id, name: field.key, type: "checkbox", onchange });
  const body = h("div", { class: "tick" }, input, labelOf(field, id));
  const show: ControlParts["show"] = (controlValue) => {
    input.checked = controlValue === true;
  };
  return { input, body, show, hasOwnLabel: true, isWide: false };
}
