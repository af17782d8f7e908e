import { type Effect, Schema } from "effect";

import type { Timestamp } from "../../values/mod.ts";
import type { ShownAuthentication } from "../request/recipient.ts";
import type { AlreadyEnded } from "./provider_errors.ts";

/** The new contact data of a recipient, and why it changes. */
export interface RecipientChange {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  /** Only for recipients with `sms_code`. */
  readonly phone?: string;
  readonly reason: string;
}

/** The contact data of a recipient. */
export interface RecipientContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** A recipient after a change. */
export interface ChangedRecipient extends RecipientContact {
  readonly authentication: ShownAuthentication | null;
}

/** A request does not have a recipient with this id. */
export class NoSuchRecipient extends Schema.TaggedError<NoSuchRecipient>()("no_such_recipient", {
  message: Schema.String,
}) {}

/** A recipient is not in a state for an operation. */
export class WrongRecipientState extends Schema.TaggedError<WrongRecipientState>()(
  "wrong_recipient_state",
  { message: Schema.String },
) {}

/** The result of automatic reminders. */
export interface DueReminders {
  /** The ids of the reminded recipients. */
  readonly reminded: ReadonlyArray<string>;
  /** When the next reminder is due; `null` without one. */
  readonly nextAt: Timestamp | null;
}

/**
 * The operations on a sent request, for providers that have them. They run in the transaction of the caller,
 * which updates the request.
 */
export interface SignatureOperations {
  /** Changes the time when a request expires. */
  readonly extend: (providerId: string, expiresAt: Timestamp) => Effect.Effect<void, AlreadyEnded>;
  /** Reminds the recipients whose turn it is, each at most once an hour. Returns their ids. */
  readonly remind: (providerId: string) => Effect.Effect<ReadonlyArray<string>, AlreadyEnded>;
  /** Sends the reminders that are due by the schedule of the request, each once. */
  readonly remindDue: (providerId: string) => Effect.Effect<DueReminders>;
  /** Sends a new invitation to a recipient whose turn it is. */
  readonly resend: (
    providerId: string,
    recipientId: string,
  ) => Effect.Effect<void, AlreadyEnded | NoSuchRecipient | WrongRecipientState>;
  /**
   * Corrects a recipient who has not finished: their links stop working, and a new one is sent if it is their
   * turn.
   */
  readonly changeRecipient: (
    providerId: string,
    recipientId: string,
    change: RecipientChange,
  ) => Effect.Effect<ChangedRecipient, AlreadyEnded | NoSuchRecipient | WrongRecipientState>;
}
