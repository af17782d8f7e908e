import {
  type Addressee,
  type Designation,
  type EnvelopeDefinition,
  type EnvelopeIds,
  type FieldType,
  type ResolvedField,
  SignatureProviderError,
} from "@paraph/core/signatures";
import { Effect, Option } from "effect";

import { type ApiResponse, isSuccess } from "../api/api_response.ts";
import { decodeResponse, type ProviderApi } from "../api/provider_api.ts";
import {
  checkAccepted,
  matchRecipients,
  outcomeUnknown,
  providerError,
  type SubmissionFailure,
  submissionFailure,
} from "../api/submission.ts";
import {
  DocumensoCreated,
  DocumensoEnvelope,
  DocumensoProblem,
  type DocumensoRecipient,
} from "./documenso_schemas.ts";

/**
 * Creates an envelope at Documenso, checks it and then sends it. If that fails before sending, the
 * draft is deleted.
 */
export const documensoSend = Effect.fnUntraced(function* (
  api: ProviderApi,
  envelope: EnvelopeDefinition,
): Effect.fn.Return<EnvelopeIds, SubmissionFailure> {
  const id = yield* create(api, envelope);
  const recipientIds = yield* check(api, id, envelope).pipe(
    Effect.tapError(() => deleteDraft(api, id)),
  );
  yield* distribute(api, id).pipe(
    // Without a response, the envelope may have been sent and must not be deleted.
    Effect.tapError((failure) =>
      failure._tag === "provider_unanswered" ? Effect.void : deleteDraft(api, id),
    ),
  );
  return { providerId: id, recipientIds };
});

/** Deletes a draft. Returns whether that succeeded; logs failures. */
export const deleteDraft = Effect.fnUntraced(function* (
  api: ProviderApi,
  id: string,
): Effect.fn.Return<boolean> {
  const response = yield* Effect.option(api.post("/envelope/delete", { envelopeId: id }));
  if (Option.exists(response, isSuccess)) return true;
  const reason = Option.match(response, { onNone: () => "no response", onSome: api.explain });
  yield* Effect.logWarning(`The draft ${id} at Documenso was not deleted: ${reason}`);
  return false;
});

const create = Effect.fnUntraced(function* (
  api: ProviderApi,
  envelope: EnvelopeDefinition,
): Effect.fn.Return<string, SubmissionFailure> {
  const form = new FormData();
  form.set("payload", JSON.stringify(documensoPayload(envelope)));
  const pdf = new Blob([Uint8Array.from(envelope.pdf)], { type: "application/pdf" });
  form.set("files", pdf, `${envelope.reference}.pdf`);
  const multipart = new Response(form);
  const bytes = new Uint8Array(yield* Effect.promise(() => multipart.arrayBuffer()));
  const contentType = multipart.headers.get("content-type") ?? "multipart/form-data";
  const response = yield* api
    .call({
      method: "POST",
      path: "/envelope/create",
      body: { contentType, bytes },
      timeout: api.documentTimeout,
    })
    .pipe(Effect.mapError(submissionFailure));
  yield* checkAccepted(api, response, isExhausted(response));
  const body = decodeResponse(response, DocumensoCreated);
  if (Option.isNone(body)) return yield* outcomeUnknown(api.invalidResponse, { isFinal: true });
  return body.value.id;
});

/**
 * The recipients' ids, if the envelope has exactly the recipients and fields of the definition.
 *
 * Documenso replaces texts such as `{{signature, r1}}` in the document with fields of new
 * recipients. Such a document differs from the submitted one.
 */
const check = Effect.fnUntraced(function* (
  api: ProviderApi,
  id: string,
  { recipients, fields }: EnvelopeDefinition,
): Effect.fn.Return<ReadonlyArray<string>, SignatureProviderError> {
  const draft = yield* api
    .read(`/envelope/${id}`, DocumensoEnvelope)
    .pipe(Effect.mapError(providerError));
  const counts = { recipients: draft.recipients.length, fields: draft.fields?.length };
  if (counts.fields === undefined) return yield* SignatureProviderError.of(api.invalidResponse);
  if (counts.recipients > recipients.length || counts.fields > fields.length) {
    return yield* SignatureProviderError.of(PLACEHOLDERS);
  }
  const recipientIds = recipientIdsOf(recipients, draft.recipients);
  if (recipientIds === undefined || counts.fields < fields.length) {
    return yield* SignatureProviderError.of("Documenso did not store all recipients and fields");
  }
  return recipientIds;
});

const PLACEHOLDERS =
  "Documenso turns text in double braces, such as {{signature, r1}}, into fields; " +
  "nothing was sent";

const distribute = Effect.fnUntraced(function* (
  api: ProviderApi,
  id: string,
): Effect.fn.Return<void, SubmissionFailure> {
  const response = yield* api
    .post("/envelope/distribute", { envelopeId: id }, api.documentTimeout)
    .pipe(Effect.mapError(submissionFailure));
  yield* checkAccepted(api, response, isExhausted(response));
});

/** Whether the account's envelope limit is reached. Unlike the rate limit, it has an error code. */
function isExhausted(response: ApiResponse): boolean {
  const problem = Option.getOrUndefined(decodeResponse(response, DocumensoProblem));
  const codes = new Set([problem?.code, problem?.data?.appError?.code]);
  return (
    response.status === 402 ||
    codes.has("LIMIT_EXCEEDED") ||
    (response.status === 429 && codes.has("TOO_MANY_REQUESTS"))
  );
}

/**
 * The provider's ids of the recipients in order; undefined unless both have the same recipients.
 */
export function recipientIdsOf(
  recipients: ReadonlyArray<Addressee>,
  documensoRecipients: ReadonlyArray<DocumensoRecipient>,
): ReadonlyArray<string> | undefined {
  const candidates = documensoRecipients.map(({ id, email, signingOrder: order }) => ({
    id,
    email,
    order,
  }));
  return documensoRecipients.length === recipients.length
    ? matchRecipients(recipients, candidates)
    : undefined;
}

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

/** The payload of `envelope/create`, without the document. */
function documensoPayload(envelope: EnvelopeDefinition): Readonly<Record<string, unknown>> {
  const { reference, name, recipients, fields, expirationHours } = envelope;
  const { message, redirectUrl, signingOrder } = envelope.options;
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
      signingOrder: signingOrder === "parallel" ? "PARALLEL" : "SEQUENTIAL",
      ...(message === null ? {} : { message }),
      ...(redirectUrl === null ? {} : { redirectUrl }),
      distributionMethod: "EMAIL",
      // Documenso counts whole days; Paraph expires the request on time.
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
  // Without options a text is the only possible input.
  const isText = (type === "dropdown" || type === "radio_buttons") && options === undefined;
  return isText ? "TEXT" : TYPE[type];
}

function choicesOf({ options = [] }: ResolvedField, type: string) {
  if (type === "DROPDOWN") return { values: options.map((value) => ({ value })) };
  if (type === "CHECKBOX") return { values: [{ id: 1, checked: false, value: "" }] };
  if (type !== "RADIO") return {};
  return { values: options.map((value, index) => ({ id: index + 1, checked: false, value })) };
}
