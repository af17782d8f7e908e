import type {
  Addressee,
  EnvelopeDefinition,
  FieldType,
  ResolvedField,
} from "@paraph/core/signatures";

/** What Firma calls the fields of approvers; signers' have our names. */
const APPROVAL: Partial<Record<FieldType, string>> = {
  signature: "approval_signature",
  initial: "approval_signature",
  checkbox: "approval_checkmark",
  date: "approval_date",
};

/** What Firma keeps with a request, so that it is found again by our id of it. */
export function referenceNote({ reference }: Pick<EnvelopeDefinition, "reference">): string {
  return `Reference ${reference}`;
}

/** The id a recipient has until Firma gives it one. */
const temporaryId = (index: number) => `temp_${index + 1}`;

/** An envelope as create-and-send takes it, but for the document. */
export function firmaOrder(envelope: EnvelopeDefinition): Readonly<Record<string, unknown>> {
  const { name, recipients, fields, expirationHours } = envelope;
  return {
    name,
    description: referenceNote(envelope),
    expiration_hours: Math.ceil(expirationHours),
    recipients: recipients.map(({ firstName, lastName, email, designation, order }, index) => ({
      id: temporaryId(index),
      first_name: firstName,
      ...(lastName === "" ? {} : { last_name: lastName }),
      email,
      designation,
      order,
    })),
    fields: fields.map((field) => firmaField(field, recipients[field.recipientIndex])),
    settings: { use_signing_order: true, send_signing_email: true },
  };
}

function firmaField(field: ResolvedField, recipient: Addressee | undefined) {
  const { recipientIndex, page, required, options } = field;
  const position = percentOf(field);
  return {
    recipient_id: temporaryId(recipientIndex),
    type: firmaType(field, recipient),
    // Firma describes places in two ways, which of them counts depends on where one looks.
    page,
    ...position,
    page_number: page,
    position,
    // Absent, it would be false.
    required,
    ...(options === undefined ? {} : { dropdown_options: options }),
  };
}

function firmaType({ type, options }: ResolvedField, recipient: Addressee | undefined): string {
  // Firma takes no choice among nothing.
  if ((type === "dropdown" || type === "radio_buttons") && options === undefined) return "text";
  return (recipient?.designation === "Approver" ? APPROVAL[type] : undefined) ?? type;
}

/** A box in percent, which Firma wants within the page to the last digit. */
function percentOf({ x, y, width, height }: ResolvedField) {
  const [left, top] = [rounded(x), rounded(y)];
  return {
    x: left,
    y: top,
    width: Math.min(rounded(width), rounded(100 - left)),
    height: Math.min(rounded(height), rounded(100 - top)),
  };
}

const rounded = (percent: number) => Math.round(percent * 10_000) / 10_000;
