import { format } from "../../ui/browser/texts.ts";
import type { PlacedField } from "./model/draft_request.ts";
import type { SendState } from "./model/send_state.ts";
import { texts } from "./texts.ts";

/** The name of a recipient, or their number. */
export function recipientName(state: SendState, key: number): string {
  const index = state.model.recipients.findIndex((recipient) => recipient.key === key);
  const { firstName = "", lastName = "" } = state.model.recipients[index] ?? {};
  const name = `${firstName} ${lastName}`.trim();
  return name === "" ? format(texts.recipientNumber, { number: index + 1 }) : name;
}

/** The name of a field for screen readers. */
export function fieldName(state: SendState, { type, recipient, page }: PlacedField): string {
  const name = recipientName(state, recipient);
  return format(texts.fieldName, { type: texts.types[type], name, page });
}
