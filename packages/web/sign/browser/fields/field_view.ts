import type { CeremonyField } from "@paraph/core/builtin_provider";

import { isFilled } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { type AskForMark, createControl } from "./field_control.ts";
import { place } from "./place.ts";

/** A field on its page, with its problem. */
export interface FieldView {
  readonly field: CeremonyField;
  readonly element: HTMLElement;
  /** Scrolls to the field and focuses it. */
  readonly visit: () => void;
  /** Marks the field as the one that the recipient was led to. */
  readonly mark: (isCurrent: boolean) => void;
  /** Shows the problem of the field; an empty text removes it. */
  readonly problem: (sentence?: string) => void;
}

/** Creates the view of a field, which follows the form. */
export function createFieldView(field: CeremonyField, form: Form, ask: AskForMark): FieldView {
  const element = document.createElement("div");
  element.className = `field is-${field.type.replace("_", "-")}`;
  element.classList.toggle("is-required", field.required);
  place(element, field);
  const control = createControl(field, form, ask);
  control.element.classList.add("control");
  const message = document.createElement("span");
  message.className = "field-problem";
  message.id = `problem-${field.id}`;
  element.append(control.element, message);

  const problem = (sentence = "") => {
    if (message.textContent === sentence) return;
    message.textContent = sentence;
    element.classList.toggle("is-wrong", sentence !== "");
    if (sentence === "") {
      control.element.removeAttribute("aria-invalid");
      control.element.removeAttribute("aria-describedby");
    } else {
      if (control.element.tagName !== "BUTTON")
        control.element.setAttribute("aria-invalid", "true");
      control.element.setAttribute("aria-describedby", message.id);
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
      element.scrollIntoView({
        block: "center",
        behavior: prefersReducedMotion() ? "instant" : "smooth",
      });
      if (control.focus === undefined) control.element.focus({ preventScroll: true });
      else control.focus();
    },
    mark: (isCurrent) => element.classList.toggle("is-current", isCurrent),
    problem,
  };
}

/** Whether the user prefers reduced motion. */
function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
