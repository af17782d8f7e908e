import { Context, DateTime, Effect, Layer, Option, Ref } from "effect";

import { ProjectStore } from "../projects/mod.ts";
import { asJob, METRICS, record } from "../telemetry/mod.ts";
import { catchPermanentFailure, type EmailId, type ProjectId, Transaction } from "../values/mod.ts";
import type { QueuedEmail, EmailSubject } from "./email.ts";
import { EmailAudit } from "./email_audit.ts";
import { type EmailEnd, EmailStore } from "./email_store.ts";
import { emailBrandOf, NO_BRAND } from "./letter/email_brand.ts";
import { type EmailDelayed, Mailer } from "./mailer.ts";

/** The maximum number of attempts: half a day with the delays of the queue. */
export const MAX_EMAIL_ATTEMPTS = 24;

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
      const projects = yield* ProjectStore;
      const audit = yield* EmailAudit;
      const transaction = yield* Transaction;

      const endWith = Effect.fnUntraced(function* (
        email: EmailSubject,
        end: EmailEnd,
        letter: "unlinked" | "removed",
      ) {
        yield* audit.lock(email);
        if (!(yield* store.end(email.id, end, letter))) return;
        const subject = Option.getOrThrow(yield* store.findSubject(email.id));
        yield* end.status === "sent"
          ? audit.recordSent(subject, end.confirmed)
          : audit.recordFailed(subject);
      }, transaction.run);

      /** Ends an email, even if its letter or its signature request cannot be read. */
      const end = (email: EmailSubject, end: EmailEnd) =>
        endWith(email, end, "unlinked").pipe(
          catchPermanentFailure("The content of an email is removed", () =>
            endWith(email, end, "removed"),
          ),
          catchPermanentFailure("The audit entry of a settled email cannot be written", () =>
            store.end(email.id, end, "removed"),
          ),
        );

      const markSent = Effect.fnUntraced(function* (email: EmailSubject, confirmed: boolean) {
        yield* end(email, { status: "sent", at: yield* DateTime.now, confirmed });
        yield* recordOutcome("sent");
      });

      const markFailed = Effect.fnUntraced(function* (email: EmailSubject, lastError: string) {
        yield* Effect.logWarning(`An email has failed: ${lastError}`);
        yield* end(email, { status: "failed", at: yield* DateTime.now, lastError });
        yield* recordOutcome("failed");
      });

      const findBrand = Effect.fnUntraced(function* (id: ProjectId) {
        const project = yield* projects.findProject(id);
        if (Option.isNone(project)) return NO_BRAND;
        const { logo } = project.value.branding;
        // Email programs do not show SVG.
        const isShown = logo !== undefined && logo.type !== "image/svg+xml";
        const storedLogo = isShown ? yield* projects.findLogo(logo.id) : Option.none();
        return emailBrandOf(project.value, Option.getOrUndefined(storedLogo));
      });

      const send = Effect.fnUntraced(function* (email: QueuedEmail, attempts: number) {
        const now = yield* DateTime.now;
        const handedOver = yield* Ref.make<boolean | undefined>(undefined);
        const handOver = Effect.tap(store.handOver(email.id, now), (isOurs) =>
          Ref.set(handedOver, isOurs),
        );

        const handleDelay = Effect.fnUntraced(function* (delay: EmailDelayed) {
          const isOurs = yield* Ref.get(handedOver);
          // Another worker has claimed the email, or it was cancelled: check again later.
          if (isOurs === false) return yield* delay;
          if (attempts >= MAX_EMAIL_ATTEMPTS) return yield* markFailed(email, delay.message);
          yield* store.takeBack(email.id, isOurs === true ? now : null, delay.message);
          yield* recordOutcome("delayed");
          return yield* delay;
        });

        const brand = email.projectId === null ? NO_BRAND : yield* findBrand(email.projectId);
        return yield* mailer
          .send({ ...email, brand }, handOver)
          .pipe(
            Effect.andThen(markSent(email, true)),
            Effect.catchTags({
              mail_refused: ({ message }) => markFailed(email, message),
              mail_unanswered: ({ message }) =>
                Effect.logWarning(`An email may not have arrived: ${message}`).pipe(
                  Effect.andThen(markSent(email, false)),
                ),
              mail_delayed: handleDelay,
            }),
          );
      });

      const settle = Effect.fnUntraced(function* (email: QueuedEmail, attempts: number) {
        const isExpired =
          email.expiresAt !== null &&
          DateTime.isLessThanOrEqualTo(email.expiresAt, yield* DateTime.now);
        if (email.handedOverAt !== null) yield* markSent(email, false);
        else if (isExpired) yield* markFailed(email, "the email has expired");
        else yield* send(email, attempts);
      });

      /** Ends an email that can never be sent. A claimed one may have arrived. */
      const giveUp = Effect.fnUntraced(function* (id: EmailId) {
        const subject = yield* store.findSubject(id);
        if (Option.isNone(subject) || subject.value.status !== "queued") return;
        const email = subject.value;
        yield* email.handedOverAt === null ? markFailed(email, UNREADABLE) : markSent(email, false);
      });

      const attempt = Effect.fnUntraced(function* (id: EmailId, attempts: number) {
        const email = yield* store.find(id);
        if (Option.isNone(email) || email.value.status !== "queued") return;
        const { traceParent } = email.value;
        yield* settle(email.value, attempts).pipe(
          asJob({ queue: "mails", id, attempt: attempts, traceParent }),
        );
      });

      const run = (id: EmailId, attempts: number) =>
        attempt(id, attempts).pipe(
          catchPermanentFailure("An email can never be sent", () => giveUp(id)),
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
