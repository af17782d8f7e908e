import { Context, type Effect } from "effect";

import type { EmailId } from "../values/mod.ts";

/** The mails that wait to be sent, one job each however often it is offered. */
export class EmailQueue extends Context.Service<
  EmailQueue,
  {
    /** Queues a mail; within a transaction it is queued when that commits, or never. */
    readonly offer: (id: EmailId) => Effect.Effect<void>;
    /**
     * Waits for a job and runs it. A job that fails or whose worker dies comes back later, with
     * `attempts` one higher.
     */
    readonly take: <E, R>(
      job: (id: EmailId, attempts: number) => Effect.Effect<void, E, R>,
    ) => Effect.Effect<void, E, R>;
  }
>()("@paraph/core/emails/EmailQueue") {}
