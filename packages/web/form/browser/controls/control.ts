import type { Answer } from "../answers/answers.ts";
import type { FormField } from "../answers/fields.ts";
import { make } from "../icons.ts";
import { tickParts } from "./checkbox_control.ts";
import { type ControlOptions, type ControlParts, labelOf } from "./control_parts.ts";
import { imageParts } from "./image_control.ts";
import { textParts } from "./text_control.ts";

/** Where somebody answers one field. */
export interface Control {
  readonly field: FormField;
  readonly element: HTMLElement;
  /** Shows an answer, as it is changed from elsewhere. */
  readonly show: (answer: Answer | undefined) => void;
  readonly focus: () => void;
  /** Says what is wrong; nothing when nothing is. */
  readonly complain: (problem: string) => void;
  /** What it says is wrong. */
  readonly problem: () => string;
}

let made = 0;

/** Makes the control that fits the data type of a field, with its label, hint and place for problems. */
export function controlOf(field: FormField, options: ControlOptions): Control {
  made += 1;
  const id = `field-${made}`;
  const parts = partsOf(field, id, options);
  const hint = field.description ?? "";
  const described = [...(hint === "" ? [] : [`${id}-hint`]), `${id}-problem`].join(" ");
  parts.input.setAttribute("aria-describedby", described);
  if (field.required && field.dataType !== "boolean") {
    parts.input.setAttribute("aria-required", "true");
  }
  const complaint = make("p", { class: "problem", id: `${id}-problem` });
  const element = make(
    "div",
    { class: `field is-${field.dataType}${parts.isWide ? " is-wide" : ""}` },
    ...(parts.hasOwnLabel === true ? [] : [labelOf(field, id)]),
    parts.body,
    ...(hint === "" ? [] : [make("p", { class: "hint", id: `${id}-hint` }, hint)]),
    complaint,
  );
  return {
    field,
    element,
    show: parts.show,
    focus: () => {
      element.scrollIntoView({ block: "center" });
      parts.input.focus({ preventScroll: true });
    },
    problem: () => complaint.textContent,
    complain: (problem) => {
      if (complaint.textContent !== problem) complaint.textContent = problem;
      element.classList.toggle("is-wrong", problem !== "");
      if (problem === "") parts.input.removeAttribute("aria-invalid");
      else parts.input.setAttribute("aria-invalid", "true");
    },
  };
}

function partsOf(field: FormField, id: string, options: ControlOptions): ControlParts {
  if (field.dataType === "boolean") return tickParts(field, id, options);
  if (field.dataType === "image") return imageParts(field, id, options);
  return textParts(field, id, options);
}
