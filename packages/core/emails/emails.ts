import { Context, DateTime, type Duration, Effect, Layer, Option, Schedule, Schema } from "effect";

import { EmailId, Transaction, type Visitor } from "../values/mod.ts";
import type { QueuedEmail, EmailToQueue } from "./email.ts";
import { EmailAudit } from "./email_audit.ts";
import { emailQueueing } from "./email_queueing.ts";
import { EmailStore } from "./email_store.ts";

const isEmailId = Schema.is(EmailId);

/** Queues emails and tracks their outcomes. */
export class Emails extends Context.Service<
  Emails,
  {
    /** Queues an email in the transaction of its cause, unless the cause has an email. */
    readonly queue: (email: EmailToQueue) => Effect.Effect<void>;
    /** Cancels the email of a cause; `false` if it may have been sent. */
    readonly cancel: (cause: string) => Effect.Effect<boolean>;
    /**
     * Waits for the first attempt to send the email of a cause, at most `atMost`. Returns the current state
     * of the email; none if it was erased.
     */
    readonly awaitAttempt: (
      cause: string,
      atMost: Duration.Input,
    ) => Effect.Effect<Option.Option<QueuedEmail>>;
    /** Records that an email was opened. Unknown ids are ignored. */
    readonly recordOpen: (id: string, visitor: Visitor) => Effect.Effect<void>;
  }
>()("@paraph/core/emails/Emails") {
  static readonly layer = Layer.effect(
    Emails,
    Effect.gen(function* () {
      const store = yield* EmailStore;
      const queue = yield* emailQueueing;
      const audit = yield* EmailAudit;
      const transaction = yield* Transaction;

      const waitForAttempt = Effect.fn("Emails.attempted")(function* (
        cause: string,
        atMost: Duration.Input,
      ) {
        const findEmail = store.findByCause(cause);
        const hasEnded = (email: Option.Option<QueuedEmail>) =>
          Option.isNone(email) || wasAttempted(email.value);
        const pollUntilAttempted = findEmail.pipe(
          Effect.repeat({ until: hasEnded, schedule: WAITING }),
          Effect.timeoutOption(atMost),
        );
        return Option.getOrUndefined(yield* pollUntilAttempted) ?? (yield* findEmail);
      });

      const open = Effect.fnUntraced(function* (id: EmailId, visitor: Visitor) {
        if (!(yield* store.open(id, yield* DateTime.now))) return;
        yield* audit.recordOpened(Option.getOrThrow(yield* store.find(id)), visitor);
      });

      const recordOpening = Effect.fn("Emails.opened")(function* (id: string, visitor: Visitor) {
        if (isEmailId(id)) yield* transaction.run(open(id, visitor));
      });

      return Emails.of({
        queue,
        cancel: store.cancel,
        awaitAttempt: waitForAttempt,
        recordOpen: recordOpening,
      });
    }),
  );
}

function wasAttempted({ status, handedOverAt, lastError }: QueuedEmail): boolean {
  return status !== "queued" || (handedOverAt === null && lastError !== null);
}

/** The polling schedule of a waiting caller: up to four times a second. */
const WAITING = Schedule.min([
  Schedule.exponential("10 millis", 1.5),
  Schedule.spaced("250 millis"),
]);
