import { Context, type Effect, type Option } from "effect";

import type { MailId, Timestamp } from "../values/mod.ts";
import type { Mail, MailSubject, NewMail } from "./mail.ts";

/** What a mail ends as. */
export type MailEnd =
  | {
      readonly status: "sent";
      readonly at: Timestamp;
      /** Whether the mail server accepted it; if not, it may have arrived. */
      readonly confirmed: boolean;
    }
  | { readonly status: "failed"; readonly at: Timestamp; readonly lastError: string };

/** Keeps mails. */
export class MailStore extends Context.Service<
  MailStore,
  {
    /** Keeps a mail, unless there is one of its cause already; tells whether it did. */
    readonly add: (mail: NewMail) => Effect.Effect<boolean>;
    readonly find: (id: MailId) => Effect.Effect<Option.Option<Mail>>;
    /** What a mail is about, without its content. */
    readonly findSubject: (id: MailId) => Effect.Effect<Option.Option<MailSubject>>;
    readonly findByCause: (cause: string) => Effect.Effect<Option.Option<Mail>>;
    /** Notes that a queued mail is being handed over; `false` when it was before, or has ended. */
    readonly handOver: (id: MailId, at: Timestamp) => Effect.Effect<boolean>;
    /**
     * Notes that a queued mail was not taken, and why: it may be handed over again.
     *
     * @param handedOverAt When it had been handed over by whoever says so; what others have handed
     *   over stays so.
     */
    readonly takeBack: (
      id: MailId,
      handedOverAt: Timestamp | null,
      lastError: string,
    ) => Effect.Effect<void>;
    /**
     * Ends a queued mail; tells whether it was one.
     *
     * @param letter Whether its letter stays without the link, or goes, for one that cannot be read.
     */
    readonly end: (
      id: MailId,
      end: MailEnd,
      letter: "unlinked" | "removed",
    ) => Effect.Effect<boolean>;
    /** Cancels the queued mail of a cause that has not been handed over; tells whether there was one. */
    readonly cancel: (cause: string) => Effect.Effect<boolean>;
    /** Notes that a mail was opened; `true` the first time. */
    readonly open: (id: MailId, at: Timestamp) => Effect.Effect<boolean>;
  }
>()("@paraph/core/mail/MailStore") {}
