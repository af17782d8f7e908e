import { Context, DateTime, Duration, Effect, Layer, Option } from "effect";

import {
  AlreadyEnded,
  type Authentication,
  NoSuchRecipient,
  type RecipientChange,
  type RecipientContact,
  shownAuthentication,
  type SignatureOperations,
  WrongRecipientState,
} from "../signatures/mod.ts";
import type { Timestamp } from "../values/mod.ts";
import { NO_CHALLENGE } from "./authentication/challenge.ts";
import {
  currentRecipients,
  type Envelope,
  type EnvelopeRecipient,
  envelopeState,
} from "./envelope.ts";
import { EnvelopeTransitions } from "./envelope_transitions.ts";
import type { NewAuditEvent } from "./evidence/audit_trail.ts";
import { extensionDetails, recipientChangeDetails } from "./evidence/recipient_changes.ts";
import { nextReminder } from "./reminder_schedule.ts";
import { SigningStore } from "./signing_store.ts";

/** The time between two reminders that an API call asks for. */
const REMIND_EVERY = Duration.hours(1);

/** The changes of sent envelopes that the sender asks for. */
export class EnvelopeOperations extends Context.Service<EnvelopeOperations>()(
  "@paraph/core/builtin_provider/EnvelopeOperations",
  {
    make: Effect.gen(function* () {
      const store = yield* SigningStore;
      const { withLock, log, emails } = yield* EnvelopeTransitions;

      /** Runs a change of an envelope that recipients can still sign, under its lock. */
      const whileOpen = <A, E>(
        id: string,
        change: (envelope: Envelope, now: Timestamp) => Effect.Effect<A, E>,
      ) =>
        withLock(
          id,
          NO_ENVELOPE,
          Effect.fnUntraced(function* (
            envelope: Envelope,
            now: Timestamp,
          ): Effect.fn.Return<A, E | AlreadyEnded> {
            const state = envelopeState(envelope, now);
            if (state !== "open") return yield* new AlreadyEnded({ message: END_MESSAGES[state] });
            return yield* change(envelope, now);
          }),
        );

      const extend = Effect.fn("EnvelopeOperations.extend")((id: string, expiresAt: Timestamp) =>
        whileOpen(id, (envelope, at) =>
          Effect.andThen(
            log.append(id, [
              {
                at,
                type: "extended",
                who: envelope.sender,
                details: extensionDetails(envelope, expiresAt),
              },
            ]),
            store.updateExpiry(id, expiresAt),
          ),
        ),
      );

      /** Sends another invitation or a reminder. */
      const repeat = Effect.fnUntraced(function* (
        envelope: Envelope,
        recipient: EnvelopeRecipient,
        {
          purpose,
          who,
          at,
        }: {
          readonly purpose: "invite" | "reminder";
          readonly who: string;
          readonly at: Timestamp;
        },
      ) {
        const { id: recipientId, email } = recipient;
        const type = purpose === "reminder" ? "reminded" : "resent";
        yield* log.append(envelope.id, [{ at, type, who, details: { recipientId, email } }]);
        yield* emails.repeat(envelope, recipient, purpose);
        if (purpose === "reminder") yield* store.updateRecipient(recipientId, { remindedAt: at });
      });

      const remind = Effect.fn("EnvelopeOperations.remind")((id: string) =>
        whileOpen(id, (envelope, at) => {
          const recipients = currentRecipients(envelope.recipients).filter((recipient) =>
            mayRemind(recipient, at),
          );
          const { sender: who } = envelope;
          return Effect.forEach(recipients, (recipient) =>
            Effect.as(repeat(envelope, recipient, { purpose: "reminder", who, at }), recipient.id),
          );
        }),
      );

      const remindDue = Effect.fn("EnvelopeOperations.remindDue")((id: string) =>
        whileOpen(
          id,
          Effect.fnUntraced(function* (envelope: Envelope, at: Timestamp) {
            const reminded: Array<string> = [];
            const times: Array<Timestamp> = [];
            for (const recipient of currentRecipients(envelope.recipients)) {
              const { dueNow, count, nextAt } = nextReminder(envelope, recipient, at);
              if (nextAt !== null) times.push(nextAt);
              if (!dueNow) continue;
              yield* store.updateRecipient(recipient.id, { reminders: count });
              // The sender has just reminded this recipient.
              if (!mayRemind(recipient, at)) continue;
              yield* repeat(envelope, recipient, { purpose: "reminder", who: "Paraph", at });
              reminded.push(recipient.id);
            }
            const nextAt =
              times.length === 0 ? null : times.reduce((one, other) => DateTime.min(one, other));
            return { reminded, nextAt };
          }),
        ).pipe(
          Effect.catchTag("already_ended", () => Effect.succeed({ reminded: [], nextAt: null })),
        ),
      );

      const resend = Effect.fn("EnvelopeOperations.resend")((id: string, recipientId: string) =>
        whileOpen(
          id,
          Effect.fnUntraced(function* (envelope: Envelope, at: Timestamp) {
            const recipient = yield* unfinishedRecipient(envelope, recipientId);
            if (!currentRecipients(envelope.recipients).includes(recipient))
              return yield* NOT_THEIR_TURN;
            const { sender: who } = envelope;
            return yield* repeat(envelope, recipient, { purpose: "invite", who, at });
          }),
        ),
      );

      /** Replaces a recipient, whose links stop working, and invites the new one if it is their turn. */
      const replaceRecipient = Effect.fnUntraced(function* (
        { envelope, recipient: before, at }: RecipientContext,
        contact: RecipientContact,
        event: Pick<NewAuditEvent, "who" | "details">,
      ) {
        const { id: recipientId } = before;
        const { email } = contact;
        const isInvited = before.invitedAt !== null;
        yield* store.replaceTokens(recipientId, at);
        // A code that was sent to the other person, and their wrong codes, do not count.
        const challenge = yield* store.challenge(recipientId);
        if (Option.isSome(challenge))
          yield* store.saveChallenge(recipientId, {
            ...NO_CHALLENGE,
            codes: challenge.value.codes,
          });
        const reset = {
          viewedAt: null,
          sourceIp: null,
          userAgent: null,
          remindedAt: null,
          reminders: 0,
          corrections: before.corrections + 1,
          ...(isInvited ? { invitedAt: at } : {}),
        };
        yield* store.updateRecipient(recipientId, { ...contact, ...reset });
        const invited = {
          type: "invited",
          who: "Paraph",
          details: { recipientId, email },
        } as const;
        yield* log.append(envelope.id, [
          { at, type: "recipient_changed", ...event },
          ...(isInvited ? [{ at, ...invited }] : []),
        ]);
        const recipient = { ...before, ...contact, ...reset };
        if (isInvited) yield* emails.repeat(envelope, recipient, "invite");
        return recipient;
      });

      const changeRecipient = Effect.fn("EnvelopeOperations.changeRecipient")(
        (id: string, recipientId: string, { reason, ...change }: RecipientChange) =>
          whileOpen(
            id,
            Effect.fnUntraced(function* (envelope: Envelope, at: Timestamp) {
              const recipient = yield* unfinishedRecipient(envelope, recipientId);
              const { phone, ...names } = change;
              const { firstName, lastName, email } = { ...recipient, ...names };
              const contact = { firstName, lastName, email };
              const details = recipientChangeDetails(
                recipient,
                phone === undefined ? contact : { ...contact, phone },
                reason,
              );
              const context = { envelope, recipient, at };
              yield* replaceRecipient(context, contact, { who: envelope.sender, details });
              const authentication = withPhone(recipient.authentication, phone);
              yield* store.updateRecipient(recipientId, { authentication });
              return { ...contact, authentication: shownAuthentication(authentication) };
            }),
          ),
      );

      const operations: SignatureOperations = {
        extend,
        remind,
        remindDue,
        resend,
        changeRecipient,
      };
      return { ...operations, replaceRecipient };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide(EnvelopeTransitions.layer),
  );
}

/** A recipient of a locked envelope at a time. */
interface RecipientContext {
  readonly envelope: Envelope;
  readonly recipient: EnvelopeRecipient;
  readonly at: Timestamp;
}

const unfinishedRecipient = Effect.fnUntraced(function* (
  { recipients }: Envelope,
  recipientId: string,
) {
  const recipient = recipients.find(({ id }) => id === recipientId);
  if (recipient === undefined) return yield* NO_RECIPIENT;
  return recipient.finishedAt === null ? recipient : yield* HAS_FINISHED;
});

function withPhone(authentication: Authentication | null, phone: string | undefined) {
  return phone !== undefined && authentication?.method === "sms_code"
    ? { ...authentication, phone }
    : authentication;
}

function mayRemind({ invitedAt, remindedAt }: EnvelopeRecipient, now: Timestamp): boolean {
  if (invitedAt === null) return false;
  return (
    remindedAt === null ||
    DateTime.isLessThanOrEqualTo(DateTime.addDuration(remindedAt, REMIND_EVERY), now)
  );
}

const NO_ENVELOPE = new AlreadyEnded({ message: "The request was erased" });
const NO_RECIPIENT = new NoSuchRecipient({ message: "The request has no such recipient" });
const HAS_FINISHED = new WrongRecipientState({ message: "The recipient has already finished" });
const NOT_THEIR_TURN = new WrongRecipientState({
  message: "It is not the recipient's turn yet, so they have no invitation",
});

/** Why an envelope can no longer be signed, by its state. */
export const END_MESSAGES = {
  sealing: "All recipients have already signed",
  completed: "All recipients have already signed",
  declined: "The request was already declined",
  cancelled: "The request was already cancelled",
  expired: "The request has already expired",
} as const;
