import { Context, DateTime, Effect, Layer, Option, Ref } from "effect";

import { asJob, METRICS, record } from "../telemetry/mod.ts";
import { type MailId, Transaction } from "../values/mod.ts";
import type { Mail } from "./mail.ts";
import { MailAudit } from "./mail_audit.ts";
import { type MailEnd, MailStore } from "./mail_store.ts";
import { type MailDelayed, Mailer } from "./mailer.ts";

/** How often a mail is tried: with the queue's pauses between, for half a day. */
export const MAX_MAIL_ATTEMPTS = 24;

/** One job, from a queued mail to one that was sent or given up. */
export class MailJob extends Context.Service<
  MailJob,
  {
    /**
     * Sends a mail and settles it. Running it again, or twice at once, sends nothing twice: whoever
     * hands the mail over says so first, and only one can. A mail that was being handed over when
     * its worker died may have arrived, and counts as sent.
     */
    readonly run: (id: MailId, attempts: number) => Effect.Effect<void, MailDelayed>;
  }
>()("@paraph/core/mail/MailJob") {
  static readonly layer = Layer.effect(
    MailJob,
    Effect.gen(function* () {
      const store = yield* MailStore;
      const mailer = yield* Mailer;
      const audit = yield* MailAudit;
      const transaction = yield* Transaction;

      const end = Effect.fnUntraced(function* (mail: Mail, end: MailEnd) {
        yield* audit.lock(mail);
        if (!(yield* store.end(mail.id, end))) return;
        const ended = Option.getOrThrow(yield* store.find(mail.id));
        yield* end.status === "sent" ? audit.sent(ended, end.confirmed) : audit.failed(ended);
      }, transaction.run);

      const sent = Effect.fnUntraced(function* (mail: Mail, confirmed: boolean) {
        yield* end(mail, { status: "sent", at: yield* DateTime.now, confirmed });
        yield* came("sent");
      });

      const failed = Effect.fnUntraced(function* (mail: Mail, lastError: string) {
        yield* Effect.logWarning(`A mail was given up: ${lastError}`);
        yield* end(mail, { status: "failed", at: yield* DateTime.now, lastError });
        yield* came("failed");
      });

      const send = Effect.fnUntraced(function* (mail: Mail, attempts: number) {
        const at = yield* DateTime.now;
        const handedOver = yield* Ref.make<boolean | undefined>(undefined);
        const handOver = Effect.tap(store.handOver(mail.id, at), (ours) =>
          Ref.set(handedOver, ours),
        );

        const delayed = Effect.fnUntraced(function* (delay: MailDelayed) {
          const ours = yield* Ref.get(handedOver);
          // Another worker has it, or it was cancelled meanwhile: look again when that is over.
          if (ours === false) return yield* delay;
          if (attempts >= MAX_MAIL_ATTEMPTS) return yield* failed(mail, delay.message);
          yield* store.takeBack(mail.id, ours === true ? at : null, delay.message);
          yield* came("delayed");
          return yield* delay;
        });

        return yield* mailer.send(mail, handOver).pipe(
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

      const settle = Effect.fnUntraced(function* (mail: Mail, attempts: number) {
        const isExpired =
          mail.expiresAt !== null &&
          DateTime.isLessThanOrEqualTo(mail.expiresAt, yield* DateTime.now);
        if (mail.handedOverAt !== null) yield* sent(mail, false);
        else if (isExpired) yield* failed(mail, "it had expired");
        else yield* send(mail, attempts);
      });

      const run = Effect.fnUntraced(function* (id: MailId, attempts: number) {
        const found = yield* store.find(id);
        if (Option.isNone(found) || found.value.status !== "queued") return;
        const { traceParent } = found.value;
        yield* settle(found.value, attempts).pipe(
          asJob({ queue: "mails", id, attempt: attempts, traceParent }),
        );
      });

      return MailJob.of({ run });
    }),
  );
}

/** Takes down what an attempt came to. */
function came(to: "sent" | "delayed" | "failed") {
  return record(METRICS.mails, 1, { outcome: to });
}
