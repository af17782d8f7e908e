import { Context, type Effect } from "effect";

import type { MailId } from "../values/mod.ts";

/** The mails that wait to be sent, one job each however often it is offered. */
export class MailQueue extends Context.Service<
  MailQueue,
  {
    /** Queues a mail; within a transaction it is queued when that commits, or never. */
    readonly offer: (id: MailId) => Effect.Effect<void>;
    /**
     * Waits for a job and runs it. A job that fails or whose worker dies comes back later, with
     * `attempts` one higher.
     */
    readonly take: <E, R>(
      job: (id: MailId, attempts: number) => Effect.Effect<void, E, R>,
    ) => Effect.Effect<void, E, R>;
  }
>()("@paraph/core/mail/MailQueue") {}
