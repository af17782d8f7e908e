import {
  type AdoptedSignature,
  type CeremonyField,
  signatureText,
} from "@paraph/core/builtin_provider";

import { format } from "../../../ui/browser/texts.ts";
import { todayText } from "../draft/date_format.ts";
import { isFilled, markFor } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { ink, inkKey } from "../signature/ink.ts";
import { TEXTS } from "../texts.ts";
import { typeNameOf, nameOf } from "./field_names.ts";

/** The control of a field: a focusable element that shows the draft. */
export interface Control {
  readonly element: HTMLElement;
  readonly update: () => void;
}

const STATES = TEXTS.fields.states;

/** Opens the dialog to adopt a signature or initials for a field. */
export type AskForMark = (field: CeremonyField) => void;

/** Creates the control of a field. */
export function createControl(field: CeremonyField, form: Form, ask: AskForMark): Control {
  switch (field.type) {
    case "signature":
    case "initial":
      return markControl(field, form, ask);
    case "date":
      return dateControl(field, form);
    case "checkbox":
      return checkboxControl(field, form);
    case "dropdown":
    case "radio_buttons":
      return field.options.length > 0 ? selectControl(field, form) : textControl(field, form);
    default:
      return textControl(field, form);
  }
}

/** A click opens the dialog, until the recipient has adopted a mark; from then on it places that mark. */
function markControl(field: CeremonyField, form: Form, ask: AskForMark): Control {
  const button = buttonOf(() => {
    const { draft, ceremony } = form;
    const hasAdopted = ceremony.fields.some(
      (each) => each.type === field.type && isFilled(each, draft, ceremony),
    );
    if (hasAdopted && !isFilled(field, draft, ceremony)) form.fill(field.id, true);
    else ask(field);
  });
  let lastKey = "";
  return {
    element: button,
    update: () => {
      const { draft, ceremony } = form;
      const mark = isFilled(field, draft, ceremony) ? markFor(field, draft, ceremony) : undefined;
      const state = inkKey(mark);
      if (state === lastKey) return;
      lastKey = state;
      const { signature, initial } = TEXTS.fields.hints;
      const verb = field.type === "signature" ? signature : initial;
      button.replaceChildren(mark === undefined ? hint(verb) : ink(mark));
      name(button, field, mark === undefined ? verb : stateOf(mark));
    },
  };
}

function stateOf(mark: AdoptedSignature): string {
  if (mark.kind === "typed") return signatureText(mark.text);
  return mark.kind === "drawn" ? STATES.drawn : STATES.uploaded;
}

function dateControl(field: CeremonyField, form: Form): Control {
  const button = buttonOf(() => {
    if (field.required) return;
    form.fill(field.id, isFilled(field, form.draft, form.ceremony) ? undefined : true);
  });
  return {
    element: button,
    update: () => {
      const filled = isFilled(field, form.draft, form.ceremony);
      const today = todayText();
      const { date } = TEXTS.fields.hints;
      button.replaceChildren(filled ? valueElement(today) : hint(date));
      name(button, field, filled ? format(STATES.today, { date: today }) : date);
    },
  };
}

function checkboxControl(field: CeremonyField, form: Form): Control {
  const input = document.createElement("input");
  input.type = "checkbox";
  input.required = field.required;
  input.setAttribute("aria-label", nameOf(field));
  input.addEventListener("change", () => form.fill(field.id, input.checked || undefined));
  return {
    element: input,
    update: () => {
      input.checked = form.draft.values[field.id] === true;
    },
  };
}

function selectControl(field: CeremonyField, form: Form): Control {
  const select = document.createElement("select");
  select.required = field.required;
  select.setAttribute("aria-label", nameOf(field));
  select.append(
    new Option(TEXTS.fields.hints.choice, ""),
    ...field.options.map((each) => new Option(each, each)),
  );
  select.addEventListener("change", () => form.fill(field.id, select.value || undefined));
  return {
    element: select,
    update: () => {
      select.value = String(form.draft.values[field.id] ?? "");
    },
  };
}

/** The maximum lengths of a line and of a text with several lines. */
const [LONGEST_LINE, LONGEST_TEXT] = [200, 2000];

function textControl(field: CeremonyField, form: Form): Control {
  const isLong = field.type === "text_area";
  const input = document.createElement(isLong ? "textarea" : "input");
  input.maxLength = isLong ? LONGEST_TEXT : LONGEST_LINE;
  input.required = field.required;
  input.dir = "auto";
  input.placeholder = typeNameOf(field);
  input.setAttribute("aria-label", nameOf(field));
  input.addEventListener("input", () => form.fill(field.id, input.value || undefined));
  return {
    element: input,
    update: () => {
      const value = String(form.draft.values[field.id] ?? "");
      // Setting an unchanged value would move the cursor.
      if (input.value !== value) input.value = value;
    },
  };
}

function buttonOf(run: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.addEventListener("click", run);
  return button;
}

function hint(text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "field-hint";
  element.textContent = text;
  element.style.setProperty("--letters", String(lettersIn(text)));
  return element;
}

/** The width of a text in Latin letters. Those of China, Japan and Korea are twice as wide. */
function lettersIn(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);
}

function valueElement(text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "written";
  element.dir = "auto";
  element.textContent = text;
  return element;
}

function name(button: HTMLElement, field: CeremonyField, state: string): void {
  const text = field.required ? TEXTS.fields.requiredButton : TEXTS.fields.button;
  button.setAttribute("aria-label", format(text, { name: nameOf(field), state }));
}
