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
import { decodeResponse, type ProviderApi } from "../api/provider_api.ts";
import { uploadPdf } from "../api/provider_files.ts";
import {
  checkAccepted,
  matchRecipients,
  outcomeUnknown,
  providerError,
  type SubmissionFailure,
  submissionFailure,
} from "../api/submission.ts";
import { FirmaCreateResponse, FirmaUpload } from "./firma_schemas.ts";

/** Larger documents are uploaded to Firma's file store first. */
const MAX_INLINE = 4 * 1024 * 1024;

/** Creates and sends a request at Firma in one atomic call. */
export const firmaSend = Effect.fnUntraced(function* (
  api: ProviderApi,
  envelope: EnvelopeDefinition,
): Effect.fn.Return<EnvelopeIds, SubmissionFailure> {
  const { pdf, recipients } = envelope;
  const document =
    pdf.length <= MAX_INLINE
      ? { document: Buffer.from(pdf).toString("base64") }
      : { document_id: yield* uploadDocument(api, envelope) };
  const response = yield* api
    .post(
      "/signing-requests/create-and-send",
      { ...firmaPayload(envelope), ...document },
      api.documentTimeout,
    )
    .pipe(Effect.mapError(submissionFailure));
  yield* checkAccepted(api, response, response.status === 402);
  const body = decodeResponse(response, FirmaCreateResponse);
  // Firma accepted the request, but the response is not valid. Only a lookup shows the outcome.
  if (Option.isNone(body)) return yield* outcomeUnknown(api.invalidResponse, { isFinal: true });
  const { id, status, recipients: users } = body.value;
  if (status !== "sent") {
    return yield* SignatureProviderError.of("Firma created the request and did not send it");
  }
  const recipientIds = matchRecipients(recipients, users);
  if (recipientIds === undefined)
    return yield* outcomeUnknown(api.invalidResponse, { isFinal: true });
  return { providerId: id, recipientIds };
});

const uploadDocument = Effect.fnUntraced(function* (
  api: ProviderApi,
  { reference, pdf }: EnvelopeDefinition,
): Effect.fn.Return<string, SignatureCreditsExhausted | SignatureProviderError> {
  const description = {
    file_name: `${reference}.pdf`,
    file_size: pdf.length,
    content_type: "application/pdf",
  };
  // An uploaded document is not sent, so a failure here needs no lookup.
  const response = yield* api.post("/documents", description).pipe(Effect.mapError(providerError));
  if (response.status === 402) return yield* SignatureCreditsExhausted.now;
  if (!isSuccess(response)) return yield* SignatureProviderError.of(api.explain(response));
  const upload = decodeResponse(response, FirmaUpload);
  if (Option.isNone(upload)) return yield* SignatureProviderError.of(api.invalidResponse);
  yield* uploadPdf(api, upload.value.upload_url, pdf).pipe(Effect.mapError(providerError));
  return upload.value.document_id;
});

/** Firma's types of approvers' fields. Signers' fields have the same types as in Paraph. */
const APPROVAL: Partial<Record<FieldType, string>> = {
  signature: "approval_signature",
  initial: "approval_signature",
  checkbox: "approval_checkmark",
  date: "approval_date",
};

/** The description of a request, which identifies it in lookups. */
export function referenceNote({ reference }: Pick<EnvelopeDefinition, "reference">): string {
  return `Reference ${reference}`;
}

/** A recipient's id within the new request. Firma replaces it. */
const temporaryId = (index: number) => `temp_${index + 1}`;

/** The body of `create-and-send`, without the document. */
function firmaPayload(envelope: EnvelopeDefinition): Readonly<Record<string, unknown>> {
  const { name, recipients, fields, expirationHours, options } = envelope;
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
    settings: {
      use_signing_order: options.signingOrder === "sequential",
      send_signing_email: true,
    },
  };
}

function firmaField(field: ResolvedField, recipient: Addressee | undefined) {
  const { recipientIndex, page, required, options } = field;
  const position = percentOf(field);
  return {
    recipient_id: temporaryId(recipientIndex),
    type: firmaType(field, recipient),
    // Firma documents two formats of positions. Send both.
    page,
    ...position,
    page_number: page,
    position,
    // Firma's default is false.
    required,
    ...(options === undefined ? {} : { dropdown_options: options }),
  };
}

function firmaType({ type, options }: ResolvedField, recipient: Addressee | undefined): string {
  // Firma rejects choices without options.
  if ((type === "dropdown" || type === "radio_buttons") && options === undefined) return "text";
  return (recipient?.designation === "Approver" ? APPROVAL[type] : undefined) ?? type;
}

/** A box in percent. Firma rejects boxes that exceed the page, even by a rounding error. */
function percentOf({ x, y, width, height }: ResolvedField) {
  const [left, top] = [round(x), round(y)];
  return {
    x: left,
    y: top,
    width: Math.min(round(width), round(100 - left)),
    height: Math.min(round(height), round(100 - top)),
  };
}

const round = (percent: number) => Math.round(percent * 10_000) / 10_000;
