import { Context, Effect, Layer, Option } from "effect";

import { PublicUrls, type Timestamp, Transaction } from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import type { SignatureProvider } from "./provider/signature_provider.ts";
import { signatureEvent } from "./request/signature_view.ts";
import { SignatureStore, type StoredSignatureRequest } from "./signature_store.ts";

/** Sends the automatic reminders of requests. */
export class SignatureReminders extends Context.Service<SignatureReminders>()(
  "@paraph/core/signatures/SignatureReminders",
  {
    make: Effect.gen(function* () {
      const store = yield* SignatureStore;
      const events = yield* EventPublisher;
      const transaction = yield* Transaction;
      const { base } = yield* PublicUrls;

      /**
       * Sends the due reminders of a request, each once: they are counted and queued in one transaction.
       * Returns when the next one is due; `null` without one.
       */
      const sendDue = Effect.fnUntraced(function* (
        { operations }: SignatureProvider,
        { id, providerId, options }: StoredSignatureRequest,
      ): Effect.fn.Return<Timestamp | null> {
        if (options.reminders === null || operations === null) return null;
        const { reminded, nextAt } = yield* operations.remindDue(providerId);
        if (reminded.length === 0) return nextAt;
        const request = yield* store.lock(id);
        if (Option.isNone(request)) return null;
        for (const recipientId of reminded) {
          const event = { type: "signature.reminded", recipientId } as const;
          yield* events.publish(signatureEvent(event, request.value, base));
        }
        return nextAt;
      }, transaction.run);

      return { sendDue };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make);
}
