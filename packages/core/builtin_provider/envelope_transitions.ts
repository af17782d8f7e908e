import { Context, DateTime, Effect, Layer } from "effect";

import { ProviderInbox, type ProviderReport } from "../signatures/mod.ts";
import { type Timestamp, Transaction } from "../values/mod.ts";
import type { UnsuccessfulOutcome } from "./emails/signing_email.ts";
import { SigningEmails } from "./emails/signing_emails.ts";
import { currentRecipients, type Envelope } from "./envelope.ts";
import type { AuditDetails, NewAuditEvent } from "./evidence/audit_trail.ts";
import { AuditTrails } from "./evidence/audit_trails.ts";
import { SigningStore } from "./signing_store.ts";

/** The end of an envelope without a signed document. */
export interface UnsuccessfulEnd {
  readonly how: UnsuccessfulOutcome;
  readonly who: string;
  readonly reason: string | null;
  readonly details: AuditDetails;
  readonly report: ProviderReport;
}

/**
 * The steps of every change to an envelope. Each runs in a transaction that holds the envelope's lock, so
 * that audit trail, state, reports and emails change together or not at all.
 */
export class EnvelopeTransitions extends Context.Service<EnvelopeTransitions>()(
  "@paraph/core/builtin_provider/EnvelopeTransitions",
  {
    make: Effect.gen(function* () {
      const store = yield* SigningStore;
      const transaction = yield* Transaction;
      const inbox = yield* ProviderInbox;
      const log = yield* AuditTrails;
      const emails = yield* SigningEmails;

      /**
       * Runs a change under the lock of an envelope, with the time after the lock was acquired; fails with
       * `notFoundError` if the envelope was erased.
       */
      const withLock = <A, E, NotFoundError>(
        id: string,
        notFoundError: NotFoundError,
        change: (envelope: Envelope, now: Timestamp) => Effect.Effect<A, E>,
      ) =>
        transaction.run(
          Effect.gen(function* () {
            const envelope = yield* Effect.fromOption(yield* store.lock(id), () => notFoundError);
            return yield* change(envelope, yield* DateTime.now);
          }),
        );

      /** Reports to the provider inbox, which ignores duplicates. */
      const report = ({ id, recipients }: Envelope, ...reports: ReadonlyArray<ProviderReport>) =>
        inbox.deliver(
          "builtin",
          reports.map((providerReport) => {
            const subjectId =
              "recipientId" in providerReport && providerReport.recipientId !== null
                ? providerReport.recipientId
                : id;
            const { kind } = providerReport;
            // A corrected recipient views the document again.
            const { corrections = 0 } = recipients.find((one) => one.id === subjectId) ?? {};
            const suffix = corrections === 0 ? "" : `:${corrections}`;
            return {
              key: `${kind}:${subjectId}${suffix}`,
              providerId: id,
              report: providerReport,
              received: { kind, about: subjectId },
            };
          }),
        );

      /** Invites the recipients whose turn it is now; after the last one, the document is sealed. */
      const advance = Effect.fnUntraced(function* (
        envelope: Envelope,
        now: Timestamp,
        precedingEvents: ReadonlyArray<NewAuditEvent>,
        precedingReports: ReadonlyArray<ProviderReport> = [],
      ) {
        const { id, recipients } = envelope;
        const current = currentRecipients(recipients);
        if (current.length === 0) {
          const finishedEvent = { at: now, type: "finished", who: "Paraph", details: {} } as const;
          yield* log.append(id, [...precedingEvents, finishedEvent]);
          yield* store.updateState(id, { state: "sealing", endedAt: now, endReason: null });
          yield* report(envelope, ...precedingReports, { kind: "completed", at: now });
          return;
        }
        const uninvited = current.filter(({ invitedAt }) => invitedAt === null);
        yield* log.append(id, [
          ...precedingEvents,
          ...uninvited.map((recipient) => ({
            at: now,
            type: "invited" as const,
            who: "Paraph",
            details: { recipientId: recipient.id, email: recipient.email },
          })),
        ]);
        if (precedingReports.length > 0) yield* report(envelope, ...precedingReports);
        for (const recipient of uninvited) {
          yield* store.updateRecipient(recipient.id, { invitedAt: now });
          yield* emails.invite(envelope, recipient);
        }
      });

      /** Ends an envelope without a signed document, and informs the invited recipients. */
      const endUnsuccessfully = Effect.fnUntraced(function* (
        envelope: Envelope,
        now: Timestamp,
        { how, who, reason, details, report: providerReport }: UnsuccessfulEnd,
      ) {
        yield* log.append(envelope.id, [{ at: now, type: how, who, details }]);
        yield* store.updateState(envelope.id, { state: how, endedAt: now, endReason: reason });
        yield* report(envelope, providerReport);
        const recipientsToNotify = envelope.recipients.filter(
          ({ id, invitedAt, finishedAt }) =>
            invitedAt !== null &&
            id !== details["recipientId"] &&
            (how === "declined" || finishedAt === null),
        );
        yield* Effect.forEach(recipientsToNotify, (recipient) =>
          emails.sendEnded(envelope, recipient, how),
        );
      });

      return { withLock, report, advance, giveUp: endUnsuccessfully, log, emails };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AuditTrails.layer, SigningEmails.layer]),
  );
}
