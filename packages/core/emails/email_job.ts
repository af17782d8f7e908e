import { Context, DateTime, Effect, Layer, Option, Ref } from "effect";

import { asJob, METRICS, record } from "../telemetry/mod.ts";
import { catchPermanentFault, type EmailId, Transaction } from "../values/mod.ts";
import type { QueuedEmail, EmailSubject } from "./email.ts";
import { EmailAudit } from "./email_audit.ts";
import { type EmailEnd, EmailStore } from "./email_store.ts";
import { type EmailDelayed, Mailer } from "./mailer.ts";

/** The maximum number of attempts: half a day with the delays of the queue. */
export const MAX_MAIL_ATTEMPTS = 24;

/** Runs the jobs of the email queue. */
export class EmailJob extends Context.Service<
  EmailJob,
  {
    /**
     * Sends an email and settles it. Repeated and concurrent runs send it at most once: a run claims the
     * email before it transmits the end. If its worker dies after that, the email may have arrived, and
     * counts as sent.
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
          catchPermanentFault("The content of an email is removed", () =>
            endWith(mail, end, "removed"),
          ),
          catchPermanentFault("The audit entry of a settled email cannot be written", () =>
            store.end(mail.id, end, "removed"),
          ),
        );

      const markSent = Effect.fnUntraced(function* (mail: EmailSubject, confirmed: boolean) {
        yield* end(mail, { status: "sent", at: yield* DateTime.now, confirmed });
        yield* recordOutcome("sent");
      });

      const markFailed = Effect.fnUntraced(function* (mail: EmailSubject, lastError: string) {
        yield* Effect.logWarning(`An email has failed: ${lastError}`);
        yield* end(mail, { status: "failed", at: yield* DateTime.now, lastError });
        yield* recordOutcome("failed");
      });

      const send = Effect.fnUntraced(function* (mail: QueuedEmail, attempts: number) {
        const at = yield* DateTime.now;
        const handedOver = yield* Ref.make<boolean | undefined>(undefined);
        const handOver = Effect.tap(store.handOver(mail.id, at), (isOurs) =>
          Ref.set(handedOver, isOurs),
        );

        const delayed = Effect.fnUntraced(function* (delay: EmailDelayed) {
          const isOurs = yield* Ref.get(handedOver);
          // Another worker has claimed the email, or it was cancelled: check again later.
          if (isOurs === false) return yield* delay;
          if (attempts >= MAX_MAIL_ATTEMPTS) return yield* markFailed(mail, delay.message);
          yield* store.takeBack(mail.id, isOurs === true ? at : null, delay.message);
          yield* recordOutcome("delayed");
          return yield* delay;
        });

        return yield* mailer
          .send(mail, handOver)
          .pipe(
            Effect.andThen(markSent(mail, true)),
            Effect.catchTags({
              mail_refused: ({ message }) => markFailed(mail, message),
              mail_unanswered: ({ message }) =>
                Effect.logWarning(`An email may not have arrived: ${message}`).pipe(
                  Effect.andThen(markSent(mail, false)),
                ),
              mail_delayed: delayed,
            }),
          );
      });

      const settle = Effect.fnUntraced(function* (mail: QueuedEmail, attempts: number) {
        const isExpired =
          mail.expiresAt !== null &&
          DateTime.isLessThanOrEqualTo(mail.expiresAt, yield* DateTime.now);
        if (mail.handedOverAt !== null) yield* markSent(mail, false);
        else if (isExpired) yield* markFailed(mail, "the email has expired");
        else yield* send(mail, attempts);
      });

      /** Ends an email that can never be sent. A claimed one may have arrived. */
      const giveUp = Effect.fnUntraced(function* (id: EmailId) {
        const found = yield* store.findSubject(id);
        if (Option.isNone(found) || found.value.status !== "queued") return;
        const mail = found.value;
        yield* mail.handedOverAt === null ? markFailed(mail, UNREADABLE) : markSent(mail, false);
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
          catchPermanentFault("An email can never be sent", () => giveUp(id)),
        );

      return EmailJob.of({ run });
    }),
  );
}

/** Integrators see this text; details are only in the log, for the operator. */
const UNREADABLE = "the stored email cannot be read";

function recordOutcome(to: "sent" | "delayed" | "failed") {
  return record(METRICS.mails, 1, { outcome: to });
}
