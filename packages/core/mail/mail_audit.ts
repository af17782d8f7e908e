import { Context, type Effect } from "effect";

import type { Visitor } from "../values/mod.ts";
import type { MailSubject } from "./mail.ts";

/** Records what became of mails, in the transaction that notes it. */
export class MailAudit extends Context.Service<
  MailAudit,
  {
    /**
     * Locks what a mail is about, before the mail's own row is changed: a caller that cancels a mail takes
     * the locks in the same order.
     */
    readonly lock: (mail: MailSubject) => Effect.Effect<void>;
    /** @param confirmed Whether the mail server accepted it; if not, it may have arrived. */
    readonly sent: (mail: MailSubject, confirmed: boolean) => Effect.Effect<void>;
    /** Called once a mail is given up; `lastError` says why. */
    readonly failed: (mail: MailSubject) => Effect.Effect<void>;
    /** Called once for each mail, the first time it is opened. */
    readonly opened: (mail: MailSubject, visitor: Visitor) => Effect.Effect<void>;
  }
>()("@paraph/core/mail/MailAudit") {}
