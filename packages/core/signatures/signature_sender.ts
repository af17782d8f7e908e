import { Context, Effect, Layer, Option, Schedule } from "effect";

import { IdempotencyStore } from "../idempotency/mod.ts";
import type { StorageUnavailable } from "../renders/mod.ts";
import { PublicUrls, Transaction } from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { EmailsToSender } from "./emails_to_sender.ts";
import { type SignatureCreditsExhausted, SignatureProviderError } from "./errors.ts";
import type { ProviderOutcomeUnknown, ProviderUnavailable } from "./provider/provider_errors.ts";
import type {
  EnvelopeDefinition,
  EnvelopeIds,
  SignatureProvider,
} from "./provider/signature_provider.ts";
import { signatureEvent } from "./request/signature_view.ts";
import { SignatureQueue } from "./signature_queue.ts";
import {
  type NewSignatureRequest,
  SignatureStore,
  type StoredSignatureRequest,
} from "./signature_store.ts";

/** The provider did not respond, so it is unknown whether it sent the request. */
export const OUTCOME_UNKNOWN = SignatureProviderError.of(
  "The signature provider did not respond, and may or may not have sent the request. Repeat it with the " +
    "same Idempotency-Key, or look for it in the list after a few minutes",
);

/** The schedule of lookups after a call without a response: for 8 seconds. */
const LOOKUP_RETRIES = Schedule.max([Schedule.exponential("500 millis"), Schedule.recurs(4)]);

/** Sends requests to their provider. Afterwards a request is stored as sent exactly if the provider has it. */
export class SignatureSender extends Context.Service<SignatureSender>()(
  "@paraph/core/signatures/SignatureSender",
  {
    make: Effect.gen(function* () {
      const store = yield* SignatureStore;
      const queue = yield* SignatureQueue;
      const keys = yield* IdempotencyStore;
      const events = yield* EventPublisher;
      const transaction = yield* Transaction;
      const { base } = yield* PublicUrls;
      const emails = yield* EmailsToSender;

      const settle = Effect.fnUntraced(function* (
        signature: NewSignatureRequest,
        envelopeIds: EnvelopeIds,
      ) {
        if (!(yield* store.markSent(signature.id, envelopeIds))) return Option.none();
        const request = Option.getOrThrow(yield* store.find(signature.projectId, signature.id));
        yield* events.publish(signatureEvent({ type: "signature.sent" }, request, base));
        // An email may have failed before the request was visible.
        for (const [recipientId, { status }] of Object.entries(request.deliveries)) {
          const event = { type: "signature.delivery_failed", recipientId } as const;
          if (status !== "failed") continue;
          yield* events.publish(signatureEvent(event, request, base));
          yield* emails.sendUndelivered(request, recipientId);
        }
        yield* queue.wake(signature.id);
        return Option.some(request);
      }, transaction.run);

      const discard = Effect.fnUntraced(function* ({ id }: NewSignatureRequest) {
        if (yield* store.discard(id)) yield* keys.forget("signatures.create", id);
      }, transaction.run);

      /** Looks a request up at its provider, and stores it as sent if the provider has it. */
      const lookUp = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        signature: NewSignatureRequest,
      ): Effect.fn.Return<Option.Option<StoredSignatureRequest>, ProviderUnavailable> {
        const { id: reference, name, addressees: recipients, createdAt } = signature;
        const envelopeIds = yield* provider.find({ reference, name, recipients, createdAt });
        return Option.isSome(envelopeIds)
          ? yield* settle(signature, envelopeIds.value)
          : Option.none();
      });

      /**
       * Resolves a request whose sender has crashed: it is stored as sent, or discarded if the provider does
       * not have it.
       */
      const recover = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        signature: NewSignatureRequest,
      ) {
        const request = yield* lookUp(provider, signature);
        if (Option.isNone(request)) yield* discard(signature);
        return request;
      });

      /**
       * Resolves a call without a response. Lookups are repeated while the provider may still process the
       * request. If it is still missing then, the signature worker takes over: the provider could still accept
       * it, so it must not be sent again now.
       */
      const resolveUnknownOutcome = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        signature: NewSignatureRequest,
        { message, isFinal: isOver }: ProviderOutcomeUnknown,
      ) {
        yield* Effect.logWarning(`A signature provider did not respond: ${message}`);
        const request = yield* lookUp(provider, signature).pipe(
          Effect.filterOrFail(
            (candidate) => isOver || Option.isSome(candidate),
            () => OUTCOME_UNKNOWN,
          ),
          Effect.retry(LOOKUP_RETRIES),
          Effect.mapError(() => OUTCOME_UNKNOWN),
        );
        if (Option.isSome(request)) return request.value;
        yield* discard(signature);
        return yield* SignatureProviderError.of(message);
      });

      /** Cancels a request at its provider and discards it, if it can never be stored as sent. */
      const abandon = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        signature: NewSignatureRequest,
      ) {
        const { id: reference, name, addressees: recipients, createdAt } = signature;
        yield* provider.find({ reference, name, recipients, createdAt }).pipe(
          Effect.flatMap(Effect.fromOption),
          Effect.flatMap(({ providerId }) => provider.cancel(providerId, null)),
          Effect.ignoreCause,
        );
        yield* discard(signature);
      });

      /** Cancels a request that was discarded meanwhile, so that no recipient signs it. */
      const cancelLate = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        envelopeIds: EnvelopeIds,
      ) {
        yield* Effect.ignore(provider.cancel(envelopeIds.providerId, null));
        return yield* SignatureProviderError.of("The signature provider responded too late");
      });

      /** Sends a stored request to its provider. */
      const send = Effect.fnUntraced(function* (
        provider: SignatureProvider,
        signature: NewSignatureRequest,
        envelope: EnvelopeDefinition,
      ): Effect.fn.Return<
        StoredSignatureRequest,
        SignatureCreditsExhausted | SignatureProviderError | StorageUnavailable
      > {
        return yield* provider
          .createAndSend(envelope)
          .pipe(
            Effect.matchEffect({
              onSuccess: (envelopeIds) =>
                Effect.flatMap(
                  settle(signature, envelopeIds),
                  Option.match({
                    onNone: () => cancelLate(provider, envelopeIds),
                    onSome: Effect.succeed<StoredSignatureRequest>,
                  }),
                ),
              onFailure: (error) =>
                error._tag === "provider_unanswered"
                  ? resolveUnknownOutcome(provider, signature, error)
                  : Effect.andThen(discard(signature), Effect.fail(error)),
            }),
          );
      });

      return { send, recover, abandon };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(EmailsToSender.layer));
}
