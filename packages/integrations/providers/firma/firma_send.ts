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
import { uploadPdf } from "../api/provider_files.ts";
import { firmaOrder } from "./firma_order.ts";
import { FirmaCreated, FirmaUpload, type FirmaUser } from "./firma_shapes.ts";

/** A larger document does not go along with the request: it is put into Firma's file store first. */
const MOST_INLINE = 4 * 1024 * 1024;

/** Creates a request at Firma and sends it, in one call that does both or nothing. */
export const firmaSend = Effect.fnUntraced(function* (
  api: ProviderApi,
  envelope: EnvelopeDefinition,
): Effect.fn.Return<
  EnvelopeIds,
  SignatureCreditsExhausted | SignatureProviderError | ProviderOutcomeUnknown
> {
  const { pdf, recipients } = envelope;
  const document =
    pdf.length <= MOST_INLINE
      ? { document: Buffer.from(pdf).toString("base64") }
      : { document_id: yield* upload(api, envelope) };
  const answer = yield* api
    .post(
      "/signing-requests/create-and-send",
      { ...firmaOrder(envelope), ...document },
      api.documentPatience,
    )
    .pipe(Effect.mapError(unlessUnheard));
  yield* refusalOf(api, answer);
  const created = decoded(answer, FirmaCreated);
  // It was accepted, whatever it is that was answered: only looking it up can tell.
  if (Option.isNone(created)) return yield* unanswered(api.misunderstood, true);
  const { id, status, recipients: users } = created.value;
  if (status !== "sent") {
    return yield* SignatureProviderError.of("Firma created the request and did not send it");
  }
  const recipientIds = idsOf(recipients, users);
  if (recipientIds === undefined) return yield* unanswered(api.misunderstood, true);
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
  const answer = yield* api.post("/documents", description).pipe(Effect.mapError(asRefusal));
  if (answer.status === 402) return yield* SignatureCreditsExhausted.now;
  if (!isSuccess(answer)) return yield* SignatureProviderError.of(api.explain(answer));
  const place = decoded(answer, FirmaUpload);
  if (Option.isNone(place)) return yield* SignatureProviderError.of(api.misunderstood);
  yield* uploadPdf(api, place.value.upload_url, pdf).pipe(Effect.mapError(asRefusal));
  return place.value.document_id;
});

/** Fails unless a request was accepted, as far as the status tells. */
function refusalOf(
  api: ProviderApi,
  answer: ApiAnswer,
): Effect.Effect<
  void,
  SignatureCreditsExhausted | SignatureProviderError | ProviderOutcomeUnknown
> {
  const { status } = answer;
  if (isSuccess(answer)) return Effect.void;
  if (status === 402) return Effect.fail(SignatureCreditsExhausted.now);
  if (status >= 500 || status === 408) {
    // A server that failed is done; one in between may only have given up waiting for it.
    return Effect.fail(unanswered(api.explain(answer), status === 500));
  }
  return Effect.fail(SignatureProviderError.of(api.explain(answer)));
}

/** The ids of recipients in the order they were given; nothing when one is missing. */
export function idsOf(
  recipients: ReadonlyArray<Addressee>,
  users: ReadonlyArray<FirmaUser>,
): ReadonlyArray<string> | undefined {
  const ids = recipients.flatMap((recipient) => {
    const theirs = users.filter(({ email }) => isSame(email, recipient.email));
    const user = theirs.find(({ order }) => order === recipient.order) ?? theirs[0];
    return user === undefined ? [] : [user.id];
  });
  return new Set(ids).size === recipients.length ? ids : undefined;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function asRefusal({ message }: CallFailed): SignatureProviderError {
  return SignatureProviderError.of(message);
}

/** What a failed call means for a request: it may have been heard, or certainly was not. */
function unlessUnheard(failed: CallFailed): SignatureProviderError | ProviderOutcomeUnknown {
  return failed.mayHaveArrived ? unanswered(failed.message, false) : asRefusal(failed);
}

const unanswered = (message: string, isOver: boolean) =>
  new ProviderOutcomeUnknown({ message, isFinal: isOver });
