import { Context, Duration } from "effect";

import type { EmailId, JobQueue } from "../values/mod.ts";

/** The queue of emails. */
export class EmailQueue extends Context.Service<EmailQueue, JobQueue<EmailId>>()(
  "@paraph/core/emails/EmailQueue",
) {}

/** The delay before an email is retried: from two seconds, doubled each time, up to an hour. */
export function emailRetryDelay(attempts: number): Duration.Duration {
  return Duration.seconds(Math.min(2 ** attempts, 3600));
}
