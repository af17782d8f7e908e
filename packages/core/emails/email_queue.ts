import { Context, type Effect } from "effect";

import type { EmailId } from "../values/mod.ts";

/** The queue of emails, with one job per email however often it is offered. */
export class EmailQueue extends Context.Service<
  EmailQueue,
  {
    /** Queues an email; in a transaction, when it commits. */
    readonly offer: (id: EmailId) => Effect.Effect<void>;
    /**
     * Waits for a job and runs it. If the job fails or its worker dies, the job is retried later with
     * `attempts` increased by one.
     */
    readonly take: <E, R>(
      job: (id: EmailId, attempts: number) => Effect.Effect<void, E, R>,
    ) => Effect.Effect<void, E, R>;
  }
>()("@paraph/core/emails/EmailQueue") {}
