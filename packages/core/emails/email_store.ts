import { Context, type Effect, type Option } from "effect";

import type { EmailId, Timestamp } from "../values/mod.ts";
import type { QueuedEmail, EmailSubject, NewEmail } from "./email.ts";

/** The final status of an email. */
export type EmailEnd =
  | {
      readonly status: "sent";
      readonly at: Timestamp;
      /** Whether the mail server confirmed the email; if not, it may have arrived. */
      readonly confirmed: boolean;
    }
  | { readonly status: "failed"; readonly at: Timestamp; readonly lastError: string };

/** Stores emails. */
export class EmailStore extends Context.Service<
  EmailStore,
  {
    /** Adds an email unless its cause has one; whether it was added. */
    readonly add: (email: NewEmail) => Effect.Effect<boolean>;
    readonly find: (id: EmailId) => Effect.Effect<Option.Option<QueuedEmail>>;
    /** An email without its content. */
    readonly findSubject: (id: EmailId) => Effect.Effect<Option.Option<EmailSubject>>;
    readonly findByCause: (cause: string) => Effect.Effect<Option.Option<QueuedEmail>>;
    /** Claims a queued email for transmission; `false` if it is claimed already or has ended. */
    readonly handOver: (id: EmailId, at: Timestamp) => Effect.Effect<boolean>;
    /**
     * Releases the claim of a queued email that was not accepted, and stores the error.
     *
     * @param handedOverAt The time of the caller's claim. Claims of other workers stay.
     */
    readonly takeBack: (
      id: EmailId,
      handedOverAt: Timestamp | null,
      lastError: string,
    ) => Effect.Effect<void>;
    /**
     * Ends a queued email; whether it was queued.
     *
     * @param letter Whether the content stays without its link, or is removed because it cannot be read.
     */
    readonly end: (
      id: EmailId,
      end: EmailEnd,
      letter: "unlinked" | "removed",
    ) => Effect.Effect<boolean>;
    /** Cancels the queued, unclaimed email of a cause; whether there was one. */
    readonly cancel: (cause: string) => Effect.Effect<boolean>;
    /**
     * Fails an email that a mail server had accepted; `false` if it has failed already, or was never sent.
     */
    readonly bounce: (id: EmailId, at: Timestamp, lastError: string) => Effect.Effect<boolean>;
    /** Stores when the recipient first reported an email as spam; whether this was the first time. */
    readonly complain: (id: EmailId, at: Timestamp) => Effect.Effect<boolean>;
    /** Stores the time of the first opening; whether this was the first. */
    readonly open: (id: EmailId, at: Timestamp) => Effect.Effect<boolean>;
  }
>()("@paraph/core/emails/EmailStore") {}
