import { fullName } from "../../signatures/mod.ts";
import type { Envelope, EnvelopeField, EnvelopeRecipient } from "../envelope.ts";
import type { Ceremony, CeremonyField, CeremonyState } from "./ceremony.ts";
import { earlierMarkOf, envelopeFilledFields } from "./filled_fields.ts";
import { requiredFields } from "./submission.ts";

/** The content of the signing page of a recipient. */
export function ceremonyOf(
  envelope: Envelope,
  recipient: EnvelopeRecipient,
  {
    state,
    consent,
    mayDelegate,
    hasCertificate,
    redirectUrl,
    host,
  }: Pick<
    Ceremony,
    "state" | "consent" | "mayDelegate" | "hasCertificate" | "redirectUrl" | "host"
  >,
): Ceremony {
  const { reference, name, sender, pageCount, expiresAt } = envelope;
  const { email, designation } = recipient;
  // After an unsuccessful end, recipients do not see the values of others.
  const isShown = VISIBLE_STATES.has(state);
  return {
    requestId: reference,
    state,
    name,
    sender,
    message: isShown ? (envelope.options.message ?? null) : null,
    pageCount,
    expiresAt,
    recipient: { name: fullName(recipient), email, designation },
    // Those who have not finished do not see who else signs.
    recipients: state === "open" ? [] : participantsOf(envelope),
    mayDelegate,
    hasCertificate,
    redirectUrl,
    host,
    consent,
    fields: isShown ? fieldsOf(envelope, recipient).map(ceremonyField) : [],
    earlierMarks: isShown ? envelopeFilledFields(envelope).map(earlierMarkOf) : [],
  };
}

/** The recipients who sign or approve, and what they have done. */
export function participantsOf({ recipients }: Envelope): Ceremony["recipients"] {
  return recipients.filter(isParticipant).map(participant);
}

function isParticipant({ designation }: EnvelopeRecipient): boolean {
  return designation !== "CC";
}

function participant(recipient: EnvelopeRecipient): Ceremony["recipients"][number] {
  const { designation, finishedAt, declinedAt } = recipient;
  const status = finishedAt !== null ? "finished" : declinedAt !== null ? "declined" : "waiting";
  return { name: fullName(recipient), designation, status };
}

function ceremonyField(field: EnvelopeField): CeremonyField {
  const { recipientId: _, ...publicField } = field;
  return publicField;
}

/** The fields of a recipient; at least one signature is required. */
export function fieldsOf({ fields }: Envelope, recipient: EnvelopeRecipient) {
  return requiredFields(fields.filter(({ recipientId }) => recipientId === recipient.id));
}

/** The document can be signed or was signed. */
export const VISIBLE_STATES: ReadonlySet<CeremonyState> = new Set([
  "open",
  "finished",
  "completed",
]);

/** The request has ended, with a signed document or without one. */
export const ENDED_STATES: ReadonlySet<CeremonyState> = new Set([
  "completed",
  "declined",
  "cancelled",
  "expired",
]);
