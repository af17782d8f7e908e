import {
  type Addressee,
  type EnvelopeDefinition,
  type EnvelopeIds,
  type FieldType,
  type ResolvedField,
  SignatureCreditsExhausted,
  SignatureProviderError,
} from "@paraph/core/signatures";
import { Effect, Option } from "effect";

import { isSuccess } from "../api/api_response.ts";
import { decoded, type ProviderApi } from "../api/provider_api.ts";
import { uploadPdf } from "../api/provider_files.ts";
import {
  checkAccepted,
  matchRecipients,
  outcomeUnknown,
  providerError,
  type SubmissionFailure,
  submissionFailure,
} from "../api/submission.ts";
import { FirmaCreated, FirmaUpload } from "./firma_schemas.ts";

/** Larger documents are uploaded to Firma's file store first. */
const MAX_INLINE = 4 * 1024 * 1024;

/** Creates a request at Firma and sends it, in one call that does both or nothing. */
export const firmaSend = Effect.fnUntraced(function* (
  api: ProviderApi,
  envelope: EnvelopeDefinition,
): Effect.fn.Return<EnvelopeIds, SubmissionFailure> {
  const { pdf, recipients } = envelope;
  const document =
    pdf.length <= MAX_INLINE
      ? { document: Buffer.from(pdf).toString("base64") }
      : { document_id: yield* upload(api, envelope) };
  const response = yield* api
    .post(
      "/signing-requests/create-and-send",
      { ...firmaOrder(envelope), ...document },
      api.documentPatience,
    )
    .pipe(Effect.mapError(submissionFailure));
  yield* checkAccepted(api, response, response.status === 402);
  const created = decoded(response, FirmaCreated);
  // It was accepted, but the response is not valid: only a lookup shows the outcome.
  if (Option.isNone(created)) return yield* outcomeUnknown(api.misunderstood, { isFinal: true });
  const { id, status, recipients: users } = created.value;
  if (status !== "sent") {
    return yield* SignatureProviderError.of("Firma created the request and did not send it");
  }
  const recipientIds = matchRecipients(recipients, users);
  if (recipientIds === undefined)
    return yield* outcomeUnknown(api.misunderstood, { isFinal: true });
  return { providerId: id, recipientIds };
});

const upload = Effect.fnUntraced(function* (
  api: ProviderApi,
  { reference, pdf }: EnvelopeDefinition,
): Effect.fn.Return<string, SignatureCreditsExhausted | SignatureProviderError> {
  const description = {
    file_name: `${reference}.pdf`,
    file_size: pdf.length,
    content_type: "application/pdf",
  };
  // A document by itself is sent to nobody: however this fails, there is nothing to look for.
  const response = yield* api.post("/documents", description).pipe(Effect.mapError(providerError));
  if (response.status === 402) return yield* SignatureCreditsExhausted.now;
  if (!isSuccess(response)) return yield* SignatureProviderError.of(api.explain(response));
  const place = decoded(response, FirmaUpload);
  if (Option.isNone(place)) return yield* SignatureProviderError.of(api.misunderstood);
  yield* uploadPdf(api, place.value.upload_url, pdf).pipe(Effect.mapError(providerError));
  return place.value.document_id;
});

/** What Firma calls the fields of approvers; signers' have our names. */
const APPROVAL: Partial<Record<FieldType, string>> = {
  signature: "approval_signature",
  initial: "approval_signature",
  checkbox: "approval_checkmark",
  date: "approval_date",
};

/** The description of a request, by which it is found again. */
export function referenceNote({ reference }: Pick<EnvelopeDefinition, "reference">): string {
  return `Reference ${reference}`;
}

/** The id of a recipient in the request: Firma replaces it. */
const temporaryId = (index: number) => `temp_${index + 1}`;

/** The body of `create-and-send`, without the document. */
function firmaOrder(envelope: EnvelopeDefinition): Readonly<Record<string, unknown>> {
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
