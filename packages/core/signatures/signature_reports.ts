import { Context, Effect, Layer, Option } from "effect";

import { NotFound, PublicUrls, type SignatureRequestId, Transaction } from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { EmailsToSender } from "./emails_to_sender.ts";
import type { ProviderReport } from "./provider/provider_report.ts";
import { applyReport } from "./request/signature_progress.ts";
import { signaturePhase } from "./request/signature_status.ts";
import { signatureEvent } from "./request/signature_view.ts";
import { SignatureStore, type StoredSignatureRequest } from "./signature_store.ts";

/** The result of applying the pending reports of a request. */
interface InboxResult {
  readonly signature: StoredSignatureRequest;
  /** The number of applied reports. */
  readonly count: number;
  /** Whether the state must be fetched from the provider. */
  readonly mustAsk: boolean;
}

/** Applies the reports of providers to requests, and publishes the events in the same transaction. */
export class SignatureReports extends Context.Service<SignatureReports>()(
  "@paraph/core/signatures/SignatureReports",
  {
    make: Effect.gen(function* () {
      const store = yield* SignatureStore;
      const events = yield* EventPublisher;
      const transaction = yield* Transaction;
      const { base } = yield* PublicUrls;
      const emails = yield* EmailsToSender;

      /** A request, locked for the open transaction; it may have been erased. */
      const lockRequest = Effect.fnUntraced(function* (id: SignatureRequestId) {
        return yield* Effect.fromOption(yield* store.lock(id), () =>
          NotFound.of("signature request"),
        );
      });

      const advance = Effect.fnUntraced(function* (
        before: StoredSignatureRequest,
        reports: ReadonlyArray<ProviderReport>,
      ) {
        let signature = before;
        for (const report of reports) {
          const { progress, events: newEvents } = applyReport(signature, report);
          signature = Object.assign({}, signature, progress);
          for (const event of newEvents) {
            yield* events.publish(signatureEvent(event, signature, base));
            if (event.type === "signature.declined") yield* emails.sendDeclined(signature);
          }
        }
        yield* store.save(signature.id, signature);
        return signature;
      });

      /** Applies reports to a sent request. */
      const apply = Effect.fnUntraced(function* (
        id: SignatureRequestId,
        reports: ReadonlyArray<ProviderReport>,
      ) {
        const signature = yield* lockRequest(id);
        return yield* advance(signature, reports);
      }, transaction.run);

      /** Applies the pending reports of a sent request, each once. */
      const readInbox = Effect.fnUntraced(function* (
        id: SignatureRequestId,
      ): Effect.fn.Return<InboxResult, NotFound> {
        const before = yield* lockRequest(id);
        const pending = yield* store.pendingReports(before.provider, before.providerId);
        if (pending.length === 0) return { signature: before, count: 0, mustAsk: false };
        const reports = pending.flatMap(({ report }) => (report === null ? [] : [report]));
        const signature = reports.length === 0 ? before : yield* advance(before, reports);
        yield* store.markApplied(pending);
        return { signature, count: pending.length, mustAsk: reports.length < pending.length };
      }, transaction.run);

      /**
       * Stores why a fully signed request is not archived yet. Only the first failure is an event; later ones
       * change the reason.
       */
      const noteSealingFailure = Effect.fnUntraced(function* (
        id: SignatureRequestId,
        reason: string,
      ) {
        const before = yield* lockRequest(id);
        const isSealing = signaturePhase(before.status, before.completingSince) === "sealing";
        if (!isSealing || before.errorMessage === reason) return;
        const signature = { ...before, errorMessage: reason };
        yield* store.save(id, signature);
        if (before.errorMessage !== null) return;
        yield* events.publish(
          signatureEvent({ type: "signature.sealing_failed" }, signature, base),
        );
      }, transaction.run);

      /** Fails a partly unreadable request, to which no reports can be applied. */
      const failUnreadable = Effect.fnUntraced(function* (id: SignatureRequestId, reason: string) {
        const request = yield* store.failUnreadable(id, reason);
        if (Option.isNone(request)) return;
        yield* events.publish(signatureEvent({ type: "signature.failed" }, request.value, base));
      }, transaction.run);

      return { apply, readInbox, noteSealingFailure, failUnreadable };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(EmailsToSender.layer));
}
