import { Context, type Effect } from "effect";

import type { Visitor } from "../values/mod.ts";
import type { EmailSubject } from "./email.ts";

/** Records what became of mails, in the transaction that notes it. */
export class EmailAudit extends Context.Service<
  EmailAudit,
  {
    /**
     * Locks what a mail is about, before the mail's own row is changed: a caller that cancels a mail takes
     * the locks in the same order.
     */
    readonly lock: (mail: EmailSubject) => Effect.Effect<void>;
    /** @param confirmed Whether the mail server accepted it; if not, it may have arrived. */
    readonly sent: (mail: EmailSubject, confirmed: boolean) => Effect.Effect<void>;
    /** Called once a mail is given up; `lastError` says why. */
    readonly failed: (mail: EmailSubject) => Effect.Effect<void>;
    /** Called once for each mail, the first time it is opened. */
    readonly opened: (mail: EmailSubject, visitor: Visitor) => Effect.Effect<void>;
  }
>()("@paraph/core/emails/EmailAudit") {}
