import { Context, type Effect } from "effect";

import type { Visitor } from "../values/mod.ts";
import type { Mail } from "./mail.ts";

/** Hears of what became of mails, in the transaction that notes it. */
export class MailAudit extends Context.Service<
  MailAudit,
  {
    readonly sent: (mail: Mail) => Effect.Effect<void>;
    /** Heard once of a mail, of the first time. */
    readonly opened: (mail: Mail, visitor: Visitor) => Effect.Effect<void>;
  }
>()("@paraph/core/mail/MailAudit") {}
