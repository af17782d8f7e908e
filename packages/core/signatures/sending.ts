import { Effect, Option, Schedule } from "effect";

import { IdempotencyStore } from "../idempotency/mod.ts";
import type { StorageUnavailable } from "../renders/mod.ts";
import { PublicUrls, Transaction } from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import type { SignatureCreditsExhausted } from "./errors.ts";
import { SignatureProviderError } from "./errors.ts";
import type {
  Envelope,
  ProviderUnanswered,
  ProviderUnavailable,
  SentEnvelope,
  SignatureProvider,
} from "./signature_provider.ts";
import { SignatureQueue } from "./signature_queue.ts";
import { type NewSignature, SignatureStore, type StoredSignature } from "./signature_store.ts";
import { signatureEvent } from "./signature_view.ts";

/** What was asked of the provider, and nobody knows whether it was done. */
export const UNKNOWN = SignatureProviderError.of(
  "The signature provider did not answer, and may have sent the request or not. Repeat it with the " +
    "same Idempotency-Key, or look for it in the list after a few minutes",
);

/** How often a provider that did not answer is asked what has become of a request: for 8 seconds. */
const ASKING = Schedule.max([Schedule.exponential("500 millis"), Schedule.recurs(4)]);

/** Hands requests to their provider, so that what the provider has is what we have, however it ends. */
export const sending = Effect.gen(function* () {
  const store = yield* SignatureStore;
  const queue = yield* SignatureQueue;
  const keys = yield* IdempotencyStore;
  const events = yield* EventPublisher;
  const transaction = yield* Transaction;
  const { base } = yield* PublicUrls;

  const settle = Effect.fnUntraced(function* (signature: NewSignature, sent: SentEnvelope) {
    if (!(yield* store.settle(signature.id, sent))) return Option.none();
    const stored = Option.getOrThrow(yield* store.find(signature.projectId, signature.id));
    yield* events.publish(signatureEvent({ type: "signature.sent" }, stored, base));
    // An email may have been refused before the request could be shown.
    for (const [recipientId, { status }] of Object.entries(stored.deliveries)) {
      const happening = { type: "signature.delivery_failed", recipientId } as const;
      if (status === "failed") yield* events.publish(signatureEvent(happening, stored, base));
    }
    yield* queue.wake(signature.id);
    return Option.some(stored);
  }, transaction.run);

  const discard = Effect.fnUntraced(function* ({ id }: NewSignature) {
    if (yield* store.discard(id)) yield* keys.forget("signatures.create", id);
  }, transaction.run);

  /** What the provider has of a request, by now. */
  const look = Effect.fnUntraced(function* (
    provider: SignatureProvider,
    signature: NewSignature,
  ): Effect.fn.Return<Option.Option<StoredSignature>, ProviderUnavailable> {
    const { id: reference, name, addressees: recipients, createdAt } = signature;
    const sent = yield* provider.find({ reference, name, recipients, createdAt });
    return Option.isSome(sent) ? yield* settle(signature, sent.value) : Option.none();
  });

  /**
   * Finds out what became of a request whose sender did not come back: it is sent, or forgotten
   * when the provider does not know it.
   */
  const recover = Effect.fnUntraced(function* (
    provider: SignatureProvider,
    signature: NewSignature,
  ) {
    const found = yield* look(provider, signature);
    if (Option.isNone(found)) yield* discard(signature);
    return found;
  });

  /**
   * Finds out what a provider did that did not answer. One that may still be at it is asked again, and
   * what it does not have then is left to whoever looks after requests: it could be accepted yet, and
   * must not be sent a second time meanwhile.
   */
  const afterNoAnswer = Effect.fnUntraced(function* (
    provider: SignatureProvider,
    signature: NewSignature,
    { message, isOver }: ProviderUnanswered,
  ) {
    yield* Effect.logWarning(`A signature provider did not answer: ${message}`);
    const found = yield* look(provider, signature).pipe(
      Effect.filterOrFail(
        (found) => isOver || Option.isSome(found),
        () => UNKNOWN,
      ),
      Effect.retry(ASKING),
      Effect.mapError(() => UNKNOWN),
    );
    if (Option.isSome(found)) return found.value;
    yield* discard(signature);
    return yield* SignatureProviderError.of(message);
  });

  /** Forgets a request that can never be stored as sent, and has its provider withdraw what it has of it. */
  const abandon = Effect.fnUntraced(function* (
    provider: SignatureProvider,
    signature: NewSignature,
  ) {
    const { id: reference, name, addressees: recipients, createdAt } = signature;
    yield* provider.find({ reference, name, recipients, createdAt }).pipe(
      Effect.flatMap(Effect.fromOption),
      Effect.flatMap(({ providerId }) => provider.cancel(providerId, null)),
      Effect.ignoreCause,
    );
    yield* discard(signature);
  });

  /** A request that was given up meanwhile is not to be signed by anybody. */
  const takeBack = Effect.fnUntraced(function* (provider: SignatureProvider, sent: SentEnvelope) {
    yield* Effect.ignore(provider.cancel(sent.providerId, null));
    return yield* SignatureProviderError.of("The signature provider answered too late");
  });

  /** Hands a kept request to its provider. */
  const send = Effect.fnUntraced(function* (
    provider: SignatureProvider,
    signature: NewSignature,
    envelope: Envelope,
  ): Effect.fn.Return<
    StoredSignature,
    SignatureCreditsExhausted | SignatureProviderError | StorageUnavailable
  > {
    return yield* provider
      .createAndSend(envelope)
      .pipe(
        Effect.matchEffect({
          onSuccess: (sent) =>
            Effect.flatMap(
              settle(signature, sent),
              Option.match({
                onNone: () => takeBack(provider, sent),
                onSome: Effect.succeed<StoredSignature>,
              }),
            ),
          onFailure: (error) =>
            error._tag === "provider_unanswered"
              ? afterNoAnswer(provider, signature, error)
              : Effect.andThen(discard(signature), Effect.fail(error)),
        }),
      );
  });

  return { send, recover, abandon };
});
