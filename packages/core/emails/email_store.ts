import { Context, type Effect, type Option } from "effect";

import type { EmailId, Timestamp } from "../values/mod.ts";
import type { QueuedEmail, EmailSubject, NewEmail } from "./email.ts";

/** What a mail ends as. */
export type EmailEnd =
  | {
      readonly status: "sent";
      readonly at: Timestamp;
      /** Whether the mail server accepted it; if not, it may have arrived. */
      readonly confirmed: boolean;
    }
  | { readonly status: "failed"; readonly at: Timestamp; readonly lastError: string };

/** Keeps mails. */
export class EmailStore extends Context.Service<
  EmailStore,
  {
    /** Keeps a mail, unless there is one of its cause already; tells whether it did. */
    readonly add: (mail: NewEmail) => Effect.Effect<boolean>;
    readonly find: (id: EmailId) => Effect.Effect<Option.Option<QueuedEmail>>;
    /** What a mail is about, without its content. */
    readonly findSubject: (id: EmailId) => Effect.Effect<Option.Option<EmailSubject>>;
    readonly findByCause: (cause: string) => Effect.Effect<Option.Option<QueuedEmail>>;
    /** Notes that a queued mail is being handed over; `false` when it was before, or has ended. */
    readonly handOver: (id: EmailId, at: Timestamp) => Effect.Effect<boolean>;
    /**
     * Notes that a queued mail was not taken, and why: it may be handed over again.
     *
     * @param handedOverAt When it had been handed over by whoever says so; what others have handed
     *   over stays so.
     */
    readonly takeBack: (
      id: EmailId,
      handedOverAt: Timestamp | null,
      lastError: string,
    ) => Effect.Effect<void>;
    /**
     * Ends a queued mail; tells whether it was one.
     *
     * @param letter Whether its letter stays without the link, or goes, for one that cannot be read.
     */
    readonly end: (
      id: EmailId,
      end: EmailEnd,
      letter: "unlinked" | "removed",
    ) => Effect.Effect<boolean>;
    /** Cancels the queued mail of a cause that has not been handed over; tells whether there was one. */
    readonly cancel: (cause: string) => Effect.Effect<boolean>;
    /** Notes that a mail was opened; `true` the first time. */
    readonly open: (id: EmailId, at: Timestamp) => Effect.Effect<boolean>;
  }
>()("@paraph/core/emails/EmailStore") {}
