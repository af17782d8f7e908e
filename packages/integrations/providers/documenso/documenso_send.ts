import {
  type Addressee,
  type EnvelopeDefinition,
  ProviderOutcomeUnknown,
  type EnvelopeIds,
  SignatureCreditsExhausted,
  SignatureProviderError,
} from "@paraph/core/signatures";
import { Effect, Option } from "effect";

import { type ApiAnswer, isSuccess } from "../api/api_answer.ts";
import { type CallFailed, decoded, type ProviderApi } from "../api/provider_api.ts";
import { documensoOrder } from "./documenso_order.ts";
import {
  DocumensoCreated,
  DocumensoEnvelope,
  DocumensoProblem,
  type DocumensoRecipient,
} from "./documenso_shapes.ts";

type Refusal = SignatureCreditsExhausted | SignatureProviderError;

/**
 * Creates an envelope at Documenso, looks at what became of it, and only then sends it. One that is not
 * sent is deleted.
 */
export const documensoSend = Effect.fnUntraced(function* (
  api: ProviderApi,
  envelope: EnvelopeDefinition,
): Effect.fn.Return<EnvelopeIds, Refusal | ProviderOutcomeUnknown> {
  const id = yield* create(api, envelope);
  const recipientIds = yield* check(api, id, envelope).pipe(
    Effect.tapError(() => deleteDraft(api, id)),
  );
  yield* distribute(api, id).pipe(
    // Who did not answer may have sent it: what was sent is not for us to delete.
    Effect.tapError((failure) =>
      failure._tag === "provider_unanswered" ? Effect.void : deleteDraft(api, id),
    ),
  );
  return { providerId: id, recipientIds };
});

/** Deletes an envelope that nobody was sent. Whether it worked; else it is left behind, and logged. */
export const deleteDraft = Effect.fnUntraced(function* (
  api: ProviderApi,
  id: string,
): Effect.fn.Return<boolean> {
  const answer = yield* Effect.option(api.post("/envelope/delete", { envelopeId: id }));
  if (Option.exists(answer, isSuccess)) return true;
  const reason = Option.match(answer, { onNone: () => "no answer", onSome: api.explain });
  yield* Effect.logWarning(`The draft ${id} stays behind at Documenso: ${reason}`);
  return false;
});

const create = Effect.fnUntraced(function* (
  api: ProviderApi,
  envelope: EnvelopeDefinition,
): Effect.fn.Return<string, Refusal | ProviderOutcomeUnknown> {
  const form = new FormData();
  form.set("payload", JSON.stringify(documensoOrder(envelope)));
  const pdf = new Blob([Uint8Array.from(envelope.pdf)], { type: "application/pdf" });
  form.set("files", pdf, `${envelope.reference}.pdf`);
  const encoded = new Response(form);
  const bytes = new Uint8Array(yield* Effect.promise(() => encoded.arrayBuffer()));
  const contentType = encoded.headers.get("content-type") ?? "multipart/form-data";
  const answer = yield* api
    .call({
      method: "POST",
      path: "/envelope/create",
      body: { contentType, bytes },
      within: api.documentPatience,
    })
    .pipe(Effect.mapError(unlessUnheard));
  yield* refusalOf(api, answer);
  const created = decoded(answer, DocumensoCreated);
  if (Option.isNone(created)) return yield* unanswered(api.misunderstood, true);
  return created.value.id;
});

/**
 * The recipients' ids, when an envelope holds just what it was given.
 *
 * Documenso looks for texts such as `{{signature, r1}}` in documents. It paints over them and puts
 * fields there, for recipients that nobody has named: then the document is not the one we sent.
 */
const check = Effect.fnUntraced(function* (
  api: ProviderApi,
  id: string,
  { recipients, fields }: EnvelopeDefinition,
): Effect.fn.Return<ReadonlyArray<string>, SignatureProviderError> {
  const kept = yield* api
    .read(`/envelope/${id}`, DocumensoEnvelope)
    .pipe(Effect.mapError(asRefusal));
  const found = { recipients: kept.recipients.length, fields: kept.fields?.length };
  if (found.fields === undefined) return yield* SignatureProviderError.of(api.misunderstood);
  if (found.recipients > recipients.length || found.fields > fields.length) {
    return yield* SignatureProviderError.of(PLACEHOLDERS);
  }
  const recipientIds = recipientIdsOf(recipients, kept.recipients);
  if (recipientIds === undefined || found.fields < fields.length) {
    return yield* SignatureProviderError.of("Documenso did not keep all recipients and fields");
  }
  return recipientIds;
});

const PLACEHOLDERS =
  "Documenso takes text of the document in double braces, such as {{signature, r1}}, for fields; " +
  "nothing was sent";

const distribute = Effect.fnUntraced(function* (
  api: ProviderApi,
  id: string,
): Effect.fn.Return<void, Refusal | ProviderOutcomeUnknown> {
  const answer = yield* api
    .post("/envelope/distribute", { envelopeId: id }, api.documentPatience)
    .pipe(Effect.mapError(unlessUnheard));
  yield* refusalOf(api, answer);
});

/** Fails unless a request was accepted. */
function refusalOf(
  api: ProviderApi,
  answer: ApiAnswer,
): Effect.Effect<void, Refusal | ProviderOutcomeUnknown> {
  const { status } = answer;
  if (isSuccess(answer)) return Effect.void;
  if (isExhausted(answer)) return Effect.fail(SignatureCreditsExhausted.now);
  if (status >= 500 || status === 408) {
    // A server that failed is done; one in between may only have given up waiting for it.
    return Effect.fail(unanswered(api.explain(answer), status === 500));
  }
  return Effect.fail(SignatureProviderError.of(api.explain(answer)));
}

/** Whether the account may send nothing more: too many envelopes, unlike too many calls, have a code. */
function isExhausted(answer: ApiAnswer): boolean {
  const problem = Option.getOrUndefined(decoded(answer, DocumensoProblem));
  const codes = new Set([problem?.code, problem?.data?.appError?.code]);
  return (
    answer.status === 402 ||
    codes.has("LIMIT_EXCEEDED") ||
    (answer.status === 429 && codes.has("TOO_MANY_REQUESTS"))
  );
}

/** The ids of recipients in the order they were given; nothing when one is missing or too many. */
export function recipientIdsOf(
  recipients: ReadonlyArray<Addressee>,
  kept: ReadonlyArray<DocumensoRecipient>,
): ReadonlyArray<string> | undefined {
  const ids = recipients.flatMap((recipient) => {
    const theirs = kept.filter(({ email }) => isSame(email, recipient.email));
    const match = theirs.find(({ signingOrder }) => signingOrder === recipient.order) ?? theirs[0];
    return match === undefined ? [] : [String(match.id)];
  });
  return new Set(ids).size === kept.length && ids.length === kept.length ? ids : undefined;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function asRefusal({ message }: { readonly message: string }): SignatureProviderError {
  return SignatureProviderError.of(message);
}

/** What a failed call means: it may have been heard, or certainly was not. */
function unlessUnheard(failed: CallFailed): SignatureProviderError | ProviderOutcomeUnknown {
  return failed.mayHaveArrived ? unanswered(failed.message, false) : asRefusal(failed);
}

const unanswered = (message: string, isOver: boolean) =>
  new ProviderOutcomeUnknown({ message, isFinal: isOver });
