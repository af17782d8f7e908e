import { Context, DateTime, Effect, Layer, Option, Ref } from "effect";

import { asJob, METRICS, record } from "../telemetry/mod.ts";
import { catchPermanentFault, type EmailId, Transaction } from "../values/mod.ts";
import type { QueuedEmail, EmailSubject } from "./email.ts";
import { EmailAudit } from "./email_audit.ts";
import { type EmailEnd, EmailStore } from "./email_store.ts";
import { type EmailDelayed, Mailer } from "./mailer.ts";

/** How often a mail is tried: with the queue's pauses between, for half a day. */
export const MAX_MAIL_ATTEMPTS = 24;

/** One job, from a queued mail to one that was sent or given up. */
export class EmailJob extends Context.Service<
  EmailJob,
  {
    /**
     * Sends a mail and settles it. Running it again, or twice at once, sends nothing twice: whoever
     * hands the mail over says so first, and only one can. A mail that was being handed over when
     * its worker died may have arrived, and counts as sent.
     */
    readonly run: (id: EmailId, attempts: number) => Effect.Effect<void, EmailDelayed>;
  }
>()("@paraph/core/emails/EmailJob") {
  static readonly layer = Layer.effect(
    EmailJob,
    Effect.gen(function* () {
      const store = yield* EmailStore;
      const mailer = yield* Mailer;
      const audit = yield* EmailAudit;
      const transaction = yield* Transaction;

      const endWith = Effect.fnUntraced(function* (
        mail: EmailSubject,
        end: EmailEnd,
        letter: "unlinked" | "removed",
      ) {
        yield* audit.lock(mail);
        if (!(yield* store.end(mail.id, end, letter))) return;
        const ended = Option.getOrThrow(yield* store.findSubject(mail.id));
        yield* end.status === "sent" ? audit.sent(ended, end.confirmed) : audit.failed(ended);
      }, transaction.run);

      /** Ends an email, even if its letter or its signature request cannot be read. */
      const end = (mail: EmailSubject, end: EmailEnd) =>
        endWith(mail, end, "unlinked").pipe(
          catchPermanentFault("The letter of a mail is removed", () =>
            endWith(mail, end, "removed"),
          ),
          catchPermanentFault("A mail has ended and its audit entry cannot be written", () =>
            store.end(mail.id, end, "removed"),
          ),
        );

      const sent = Effect.fnUntraced(function* (mail: EmailSubject, confirmed: boolean) {
        yield* end(mail, { status: "sent", at: yield* DateTime.now, confirmed });
        yield* recordOutcome("sent");
      });

      const failed = Effect.fnUntraced(function* (mail: EmailSubject, lastError: string) {
        yield* Effect.logWarning(`A mail was given up: ${lastError}`);
        yield* end(mail, { status: "failed", at: yield* DateTime.now, lastError });
        yield* recordOutcome("failed");
      });

      const send = Effect.fnUntraced(function* (mail: QueuedEmail, attempts: number) {
        const at = yield* DateTime.now;
        const handedOver = yield* Ref.make<boolean | undefined>(undefined);
        const handOver = Effect.tap(store.handOver(mail.id, at), (ours) =>
          Ref.set(handedOver, ours),
        );

        const delayed = Effect.fnUntraced(function* (delay: EmailDelayed) {
          const ours = yield* Ref.get(handedOver);
          // Another worker has it, or it was cancelled meanwhile: look again when that is over.
          if (ours === false) return yield* delay;
          if (attempts >= MAX_MAIL_ATTEMPTS) return yield* failed(mail, delay.message);
          yield* store.takeBack(mail.id, ours === true ? at : null, delay.message);
          yield* recordOutcome("delayed");
          return yield* delay;
        });

        return yield* mailer
          .send(mail, handOver)
          .pipe(
            Effect.andThen(sent(mail, true)),
            Effect.catchTags({
              mail_refused: ({ message }) => failed(mail, message),
              mail_unanswered: ({ message }) =>
                Effect.logWarning(`A mail may not have arrived: ${message}`).pipe(
                  Effect.andThen(sent(mail, false)),
                ),
              mail_delayed: delayed,
            }),
          );
      });

      const settle = Effect.fnUntraced(function* (mail: QueuedEmail, attempts: number) {
        const isExpired =
          mail.expiresAt !== null &&
          DateTime.isLessThanOrEqualTo(mail.expiresAt, yield* DateTime.now);
        if (mail.handedOverAt !== null) yield* sent(mail, false);
        else if (isExpired) yield* failed(mail, "it had expired");
        else yield* send(mail, attempts);
      });

      /** Ends a mail that can never be sent; one that was being handed over may have arrived. */
      const giveUp = Effect.fnUntraced(function* (id: EmailId) {
        const found = yield* store.findSubject(id);
        if (Option.isNone(found) || found.value.status !== "queued") return;
        const mail = found.value;
        yield* mail.handedOverAt === null ? failed(mail, UNREADABLE) : sent(mail, false);
      });

      const attempt = Effect.fnUntraced(function* (id: EmailId, attempts: number) {
        const found = yield* store.find(id);
        if (Option.isNone(found) || found.value.status !== "queued") return;
        const { traceParent } = found.value;
        yield* settle(found.value, attempts).pipe(
          asJob({ queue: "mails", id, attempt: attempts, traceParent }),
        );
      });

      const run = (id: EmailId, attempts: number) =>
        attempt(id, attempts).pipe(
          catchPermanentFault("A mail can never be sent", () => giveUp(id)),
        );

      return EmailJob.of({ run });
    }),
  );
}

/** The log says more; it is the operator's business. */
const UNREADABLE = "the stored email cannot be read";

/** Takes down what an attempt came to. */
function recordOutcome(to: "sent" | "delayed" | "failed") {
  return record(METRICS.mails, 1, { outcome: to });
}
