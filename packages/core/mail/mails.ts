import { Context, DateTime, type Duration, Effect, Layer, Option, Schedule, Schema } from "effect";

import { PartnerStore } from "../admin/mod.ts";
import {
  MailId,
  newRow,
  PublicUrls,
  Transaction,
  type Visitor,
  withRandom,
} from "../values/mod.ts";
import type { Mail, MailToQueue } from "./mail.ts";
import { MailAudit } from "./mail_audit.ts";
import { MailQueue } from "./mail_queue.ts";
import { MailStore } from "./mail_store.ts";

const isMailId = Schema.is(MailId);

/** Queues mails and tells what became of them. */
export class Mails extends Context.Service<
  Mails,
  {
    /** Queues a mail, in the transaction of its cause; a cause that has its mail gets no other. */
    readonly queue: (mail: MailToQueue) => Effect.Effect<void>;
    /** Makes sure that the mail of a cause is not sent; `false` when it may have been already. */
    readonly cancel: (cause: string) => Effect.Effect<boolean>;
    /**
     * Waits until the mail of a cause has ended or could not be sent at once, but no longer than
     * `atMost`; the mail as it is then; none once it was erased.
     */
    readonly awaitAttempt: (
      cause: string,
      atMost: Duration.Input,
    ) => Effect.Effect<Option.Option<Mail>>;
    /** Notes that somebody has opened a mail; what names no mail is passed over. */
    readonly recordOpen: (id: string, visitor: Visitor) => Effect.Effect<void>;
  }
>()("@paraph/core/mail/Mails") {
  static readonly layer = Layer.effect(
    Mails,
    Effect.gen(function* () {
      const store = yield* MailStore;
      const queue = yield* MailQueue;
      const partners = yield* PartnerStore;
      const audit = yield* MailAudit;
      const transaction = yield* Transaction;
      const row = yield* withRandom(newRow);
      const { base } = yield* PublicUrls;

      const queueMail = Effect.fn("Mails.queue")(function* (mail: MailToQueue) {
        const { id: newId, createdAt } = yield* row;
        const id = MailId.make(newId);
        const partner = yield* partners.findByProject(mail.projectId);
        const added = yield* store.add({
          ...mail,
          id,
          createdAt,
          messageId: `<${id}@${new URL(base).hostname}>`,
          sender: Option.getOrNull(Option.map(partner, ({ emailFrom }) => emailFrom)),
          pixelUrl: `${base}/t/${id}.gif`,
        });
        if (added) yield* queue.offer(id);
      });

      const attempted = Effect.fn("Mails.attempted")(function* (
        cause: string,
        atMost: Duration.Input,
      ) {
        const now = store.findByCause(cause);
        const isDone = (mail: Option.Option<Mail>) =>
          Option.isNone(mail) || wasAttempted(mail.value);
        const ended = now.pipe(
          Effect.repeat({ until: isDone, schedule: WAITING }),
          Effect.timeoutOption(atMost),
        );
        return Option.getOrUndefined(yield* ended) ?? (yield* now);
      });

      const open = Effect.fnUntraced(function* (id: MailId, visitor: Visitor) {
        if (!(yield* store.open(id, yield* DateTime.now))) return;
        yield* audit.opened(Option.getOrThrow(yield* store.find(id)), visitor);
      });

      const opened = Effect.fn("Mails.opened")(function* (id: string, visitor: Visitor) {
        if (isMailId(id)) yield* transaction.run(open(id, visitor));
      });

      return Mails.of({
        queue: queueMail,
        cancel: store.cancel,
        awaitAttempt: attempted,
        recordOpen: opened,
      });
    }),
  );
}

function wasAttempted({ status, handedOverAt, lastError }: Mail): boolean {
  return status !== "queued" || (handedOverAt === null && lastError !== null);
}

/** How often a waiting caller looks: soon at first, then four times a second. */
const WAITING = Schedule.min([
  Schedule.exponential("10 millis", 1.5),
  Schedule.spaced("250 millis"),
]);
