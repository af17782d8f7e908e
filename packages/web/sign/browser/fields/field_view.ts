import type { CeremonyField } from "@paraph/core/signing";

import { isFilled } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { type Asking, controlOf } from "./field_control.ts";
import { place } from "./place.ts";

/** A field where it stands on its page, with what is wrong with it. */
export interface FieldView {
  readonly field: CeremonyField;
  readonly element: HTMLElement;
  /** Brings it into sight and gives it the focus. */
  readonly visit: () => void;
  /** Says what is wrong with it; without a sentence, that nothing is. */
  readonly problem: (sentence?: string) => void;
}

/** Makes the view of a field, which follows the form. */
export function fieldView(field: CeremonyField, form: Form, asking: Asking): FieldView {
  const element = document.createElement("div");
  element.className = `field is-${field.type.replace("_", "-")}`;
  element.classList.toggle("is-required", field.required);
  place(element, field);
  const control = controlOf(field, form, asking);
  control.element.classList.add("control");
  const said = document.createElement("span");
  said.className = "field-problem";
  said.id = `problem-${field.id}`;
  element.append(control.element, said);

  const problem = (sentence = "") => {
    if (said.textContent === sentence) return;
    said.textContent = sentence;
    element.classList.toggle("is-wrong", sentence !== "");
    if (sentence === "") {
      control.element.removeAttribute("aria-invalid");
      control.element.removeAttribute("aria-describedby");
    } else {
      if (control.element.tagName !== "BUTTON")
        control.element.setAttribute("aria-invalid", "true");
      control.element.setAttribute("aria-describedby", said.id);
    }
  };
  let before: unknown;
  form.show(() => {
    control.update();
    const filled = isFilled(field, form.draft, form.ceremony);
    element.classList.toggle("is-filled", filled);
    const value = form.draft.values[field.id];
    if (filled || value !== before) problem();
    before = value;
  });
  return {
    field,
    element,
    visit: () => {
      element.scrollIntoView({ block: "center", behavior: calm() ? "instant" : "smooth" });
      control.element.focus({ preventScroll: true });
    },
    problem,
  };
}

/** Whether somebody wants nothing to move. */
function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
