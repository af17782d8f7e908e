import { DATE_FORMATS } from "@paraph/core/values";

import { button, checkbox, h, labeledControl, select } from "../../../ui/browser/dom.ts";
import type { PlacedField } from "../model/draft_request.ts";
import type { SendState } from "../model/send_state.ts";
import { textOf } from "../model/unchecked.ts";
import { fieldName, recipientName } from "../names.ts";
import { texts } from "../texts.ts";

const VALIDATIONS = ["email", "number", "date", "phone", "url"] as const;

/** The settings of a field: its recipient, what its type allows, and its removal. */
export function fieldSettings(state: SendState, field: PlacedField): HTMLElement {
  const recipient = select(
    state.signers.map(({ key }) => [String(key), recipientName(state, key)] as const),
    String(field.recipient),
    (key) => {
      field.recipient = Number(key);
      state.changed("fields");
    },
  );
  recipient.dataset["key"] = "settings-recipient";
  const remove = () => {
    state.removeField(field.key);
    document.getElementById("palette-recipient")?.focus();
  };
  return h(
    "section",
    { class: "settings", "aria-label": fieldName(state, field) },
    h("strong", {}, texts.types[field.type]),
    labeledControl(texts.fieldRecipient, recipient),
    ...settingsOf(state, field),
    checkbox(texts.required, field.required, (isRequired) => {
      field.required = isRequired;
      state.changed("values");
    }),
    button(texts.removeField, remove, { class: "is-small" }),
  );
}

function settingsOf(state: SendState, field: PlacedField): ReadonlyArray<HTMLElement> {
  const { settings } = texts;
  const text = (name: "label" | "value", maxlength: number) => {
    const input = h("input", { type: "text", maxlength, autocomplete: "off" });
    input.value = textOf(field.others[name]);
    input.addEventListener("input", () => {
      state.setSetting(field, name, input.value.trim() === "" ? undefined : input.value.trim());
    });
    return labeledControl(settings[name], input);
  };
  const choice = (
    name: "validation" | "format",
    options: ReadonlyArray<readonly [string, string]>,
  ) => {
    const chosen = select(options, textOf(field.others[name]), (value) =>
      state.setSetting(field, name, value === "" ? undefined : value),
    );
    return labeledControl(settings[name], chosen);
  };
  const label = text("label", 160);
  switch (field.type) {
    case "text":
      return [
        label,
        choice("validation", [
          ["", settings.validations.any],
          ...VALIDATIONS.map((each) => [each, settings.validations[each]] as const),
        ]),
        text("value", 2000),
      ];
    case "text_area":
      return [label, text("value", 2000)];
    case "date":
      return [
        label,
        choice("format", [
          ["", settings.formatDefault],
          ...DATE_FORMATS.map((each) => [each, each] as const),
        ]),
      ];
    case "dropdown":
    case "radio_buttons":
      return [label, choicesOf(state, field)];
    default:
      return [label];
  }
}

/** The choices of a field, one on each line. */
function choicesOf(state: SendState, field: PlacedField): HTMLElement {
  const area = h("textarea", { rows: 3 });
  const { options } = field.others;
  area.value = Array.isArray(options) ? options.map(textOf).join("\n") : "";
  area.addEventListener("input", () => {
    const lines = area.value.split("\n").map((line) => line.trim());
    state.setSetting(
      field,
      "options",
      lines.filter((line) => line !== ""),
    );
  });
  return labeledControl(texts.settings.choices, area, texts.settings.choicesHint);
}
