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
import { nameOf, shortNameOf } from "./field_names.ts";

/** The control of a field: a focusable element that shows the draft. */
export interface Control {
  readonly element: HTMLElement;
  readonly update: () => void;
  /** Takes the focus in place of the element. */
  readonly focus?: () => void;
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
    case "radio_buttons":
      if (field.options.length > 0 && field.options.length <= MAX_RADIOS)
        return radioControl(field, form);
      return field.options.length > 0 ? selectControl(field, form) : textControl(field, form);
    case "dropdown":
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
      const today = todayText(field.format);
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

/** The number of options above which radio buttons would be too small to read: a list shows them. */
const MAX_RADIOS = 6;

function radioControl(field: CeremonyField, form: Form): Control {
  const group = document.createElement("div");
  group.setAttribute("role", "radiogroup");
  group.setAttribute("aria-label", nameOf(field));
  group.setAttribute("aria-required", String(field.required));
  group.style.setProperty("--count", String(field.options.length));
  const inputs = field.options.map((option) => {
    const [label, input, text] = [
      document.createElement("label"),
      document.createElement("input"),
      document.createElement("span"),
    ];
    input.type = "radio";
    input.name = field.id;
    input.value = option;
    input.addEventListener("change", () => form.fill(field.id, option));
    text.dir = "auto";
    text.textContent = option;
    label.append(input, text);
    group.append(label);
    return input;
  });
  return {
    element: group,
    update: () => {
      for (const input of inputs) input.checked = form.draft.values[field.id] === input.value;
    },
    focus: () =>
      (inputs.find(({ checked }) => checked) ?? inputs[0])?.focus({ preventScroll: true }),
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
  input.placeholder = field.placeholder ?? shortNameOf(field);
  if (input instanceof HTMLInputElement && field.validation !== undefined)
    Object.assign(input, KEYBOARDS[field.validation]);
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

/** The input for a validation, with the keyboard that phones show for it. */
const KEYBOARDS = {
  email: { type: "email", autocomplete: "email" },
  number: { inputMode: "decimal" },
  date: { type: "date" },
  phone: { type: "tel", autocomplete: "tel" },
  url: { type: "url", autocomplete: "url" },
} as const;

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
