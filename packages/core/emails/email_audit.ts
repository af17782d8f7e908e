import { Context, type Effect } from "effect";

import type { Visitor } from "../values/mod.ts";
import type { EmailSubject } from "./email.ts";

/** Records the outcomes of emails, in the transaction that stores them. */
export class EmailAudit extends Context.Service<
  EmailAudit,
  {
    /**
     * Locks the subject of an email before the row of the email changes: the same order as in callers that
     * cancel emails.
     */
    readonly lock: (email: EmailSubject) => Effect.Effect<void>;
    /** @param confirmed Whether the mail server confirmed the email; if not, it may have arrived. */
    readonly recordSent: (email: EmailSubject, confirmed: boolean) => Effect.Effect<void>;
    /** Called when an email has failed, or has bounced after it was sent; `lastError` has the reason. */
    readonly recordFailed: (email: EmailSubject) => Effect.Effect<void>;
    /** Called when the recipient of an email has reported it as spam for the first time. */
    readonly recordComplained: (email: EmailSubject) => Effect.Effect<void>;
    /** Called when an email is opened for the first time. */
    readonly recordOpened: (email: EmailSubject, visitor: Visitor) => Effect.Effect<void>;
  }
>()("@paraph/core/emails/EmailAudit") {}
