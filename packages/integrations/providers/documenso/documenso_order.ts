import type {
  Designation,
  EnvelopeDefinition,
  FieldType,
  ResolvedField,
} from "@paraph/core/signatures";

const ROLE: Record<Designation, string> = { Signer: "SIGNER", Approver: "APPROVER", CC: "CC" };

const TYPE: Record<FieldType, string> = {
  signature: "SIGNATURE",
  initial: "INITIALS",
  text: "TEXT",
  date: "DATE",
  checkbox: "CHECKBOX",
  dropdown: "DROPDOWN",
  radio_buttons: "RADIO",
  text_area: "TEXT",
};

/** An envelope as `envelope/create` takes it, but for the document. */
export function documensoOrder(envelope: EnvelopeDefinition): Readonly<Record<string, unknown>> {
  const { reference, name, recipients, fields, expirationHours } = envelope;
  return {
    title: name,
    type: "DOCUMENT",
    externalId: reference,
    recipients: recipients.map(({ firstName, lastName, email, designation, order }, index) => ({
      email,
      name: `${firstName} ${lastName}`.trim(),
      role: ROLE[designation],
      signingOrder: order,
      fields: fields.filter(({ recipientIndex }) => recipientIndex === index).map(documensoField),
    })),
    meta: {
      signingOrder: "SEQUENTIAL",
      distributionMethod: "EMAIL",
      // Days are as fine as it gets; the hour is kept by our own clock.
      envelopeExpirationPeriod: { unit: "day", amount: Math.ceil(expirationHours / 24) },
    },
  };
}

function documensoField(field: ResolvedField) {
  const { page, x, y, width, height, required } = field;
  const type = documensoType(field);
  return {
    type,
    identifier: 0,
    page,
    positionX: x,
    positionY: y,
    width,
    height,
    fieldMeta: { type: type.toLowerCase(), required, ...choicesOf(field, type) },
  };
}

function documensoType({ type, options }: ResolvedField): string {
  // There is no choice among nothing: then a text is asked for.
  const isFree = (type === "dropdown" || type === "radio_buttons") && options === undefined;
  return isFree ? "TEXT" : TYPE[type];
}

function choicesOf({ options = [] }: ResolvedField, type: string) {
  if (type === "DROPDOWN") return { values: options.map((value) => ({ value })) };
  if (type === "CHECKBOX") return { values: [{ id: 1, checked: false, value: "" }] };
  if (type !== "RADIO") return {};
  return { values: options.map((value, index) => ({ id: index + 1, checked: false, value })) };
}
