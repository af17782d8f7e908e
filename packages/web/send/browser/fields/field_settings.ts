import { button, checkbox, h, labeledControl, select } from "../../../ui/browser/dom.ts";
import type { PlacedField } from "../model/draft_request.ts";
import type { SendState } from "../model/send_state.ts";
import { fieldName, recipientName } from "../names.ts";
import { texts } from "../texts.ts";

/** The settings of a field: its recipient, whether it is required, and its removal. */
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
    checkbox(texts.required, field.required, (isRequired) => {
      field.required = isRequired;
      state.changed("values");
    }),
    button(texts.removeField, remove, { class: "is-small" }),
  );
}
