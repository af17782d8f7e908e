import { Context, DateTime, Effect, Layer, Option } from "effect";
import { Digest } from "effect/crypto";

import { emailLanguage, type Letter, Emails } from "../../emails/mod.ts";
import { ProjectStore } from "../../projects/mod.ts";
import { fullName } from "../../signatures/mod.ts";
import {
  type Language,
  newSecret,
  PublicUrls,
  type Timestamp,
  withRandom,
} from "../../values/mod.ts";
import { signingToken } from "../ceremony/signing_token.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";
import { SigningStore } from "../signing_store.ts";
import {
  completedLetter,
  delegatedLetter,
  type Delegation,
  deliveryCauseOf,
  endedLetter,
  invitationLetter,
  signingCause,
  type UnsuccessfulOutcome,
} from "./signing_email.ts";

/**
 * Queues emails to recipients, in the transaction of the change that causes them.
 *
 * Only the hashes of tokens are stored, so every email has a new link. All links of a recipient open the
 * same page.
 */
export class SigningEmails extends Context.Service<SigningEmails>()(
  "@paraph/core/builtin_provider/SigningEmails",
  {
    make: Effect.gen(function* () {
      const store = yield* SigningStore;
      const emails = yield* Emails;
      const projects = yield* ProjectStore;
      const digest = yield* Digest.Digest;
      const secret = yield* withRandom(newSecret);
      const { base } = yield* PublicUrls;

      const languageFor = Effect.fnUntraced(function* (
        { projectId, options }: Pick<Envelope, "projectId" | "options">,
        recipient: EnvelopeRecipient,
      ) {
        const project = Option.getOrUndefined(yield* projects.findProject(projectId));
        return emailLanguage(recipient.language, options.language, project?.language);
      });

      const send = Effect.fnUntraced(function* (
        { projectId, renderId, options }: Envelope,
        recipient: EnvelopeRecipient,
        email: {
          readonly cause: string;
          readonly letter: (options: {
            readonly language: Language;
            readonly url: string;
            readonly now: Timestamp;
          }) => Letter;
          readonly expiresAt: Timestamp | null;
        },
      ) {
        const token = signingToken(yield* secret);
        const sha256 = yield* digest.digest(Digest.sha256, new TextEncoder().encode(token));
        yield* store.addToken(recipient.id, sha256);
        const language = yield* languageFor({ projectId, options }, recipient);
        const now = yield* DateTime.now;
        yield* emails.queue({
          cause: email.cause,
          projectId,
          renderId,
          shareId: null,
          to: { email: recipient.email, name: fullName(recipient) },
          letter: email.letter({ language, url: `${base}/sign/${token}`, now }),
          expiresAt: email.expiresAt,
        });
      });

      const invite = (envelope: Envelope, recipient: EnvelopeRecipient) =>
        send(envelope, recipient, {
          cause: deliveryCauseOf(recipient),
          letter: (options) =>
            invitationLetter(envelope, recipient, {
              ...options,
              purpose: "invite",
              isRepeated: false,
            }),
          expiresAt: envelope.expiresAt,
        });

      const withdraw = (recipient: EnvelopeRecipient) => emails.cancel(deliveryCauseOf(recipient));

      const repeat = Effect.fnUntraced(function* (
        envelope: Envelope,
        recipient: EnvelopeRecipient,
        purpose: "invite" | "reminder",
      ) {
        const isWithdrawn = yield* withdraw(recipient);
        // A corrected recipient is another person, or has another address.
        const isRepeated = !isWithdrawn && recipient.corrections === 0;
        const repetition = recipient.emails + 1;
        const cause = signingCause({ recipientId: recipient.id, purpose, repetition });
        yield* store.updateRecipient(recipient.id, { emails: repetition, deliveryCause: cause });
        yield* send(envelope, recipient, {
          cause,
          letter: (options) =>
            invitationLetter(envelope, recipient, { ...options, purpose, isRepeated }),
          expiresAt: envelope.expiresAt,
        });
      });

      const sendCompleted = (envelope: Envelope) =>
        Effect.forEach(envelope.recipients, (recipient) =>
          send(envelope, recipient, {
            cause: signingCause({ recipientId: recipient.id, purpose: "completed" }),
            letter: (options) => completedLetter(envelope, recipient, options),
            expiresAt: null,
          }),
        );

      const sendEnded = Effect.fnUntraced(function* (
        envelope: Envelope,
        recipient: EnvelopeRecipient,
        how: UnsuccessfulOutcome,
      ) {
        const { viewedAt, finishedAt, emails: repetitions } = recipient;
        const withdrawn = yield* withdraw(recipient);
        // A recipient without an invitation is not informed.
        if (withdrawn && repetitions === 0 && viewedAt === null && finishedAt === null) return;
        yield* send(envelope, recipient, {
          cause: signingCause({ recipientId: recipient.id, purpose: how }),
          letter: (options) => endedLetter(envelope, recipient, { ...options, how }),
          expiresAt: null,
        });
      });

      const sendDelegated = Effect.fnUntraced(function* (
        envelope: Envelope,
        delegation: Delegation,
      ) {
        const { projectId, renderId, reference, sender } = envelope;
        const project = Option.getOrUndefined(yield* projects.findBranding(projectId));
        const email = project?.branding.replyTo;
        if (project === undefined || email === undefined) return;
        const { id, corrections } = delegation.after;
        yield* emails.queue({
          cause: `signing-sender:${reference}:delegated:${id}.${corrections}`,
          projectId,
          renderId,
          shareId: null,
          to: { email, name: sender },
          letter: delegatedLetter(envelope, delegation, {
            language: project.language,
            url: `${base}/console#/signatures/${reference}`,
          }),
          expiresAt: null,
        });
      });

      return {
        /** The language of the emails to a recipient. */
        languageFor,
        /** Invites a recipient to sign or approve. */
        invite,
        /** Sends another invitation or a reminder; the last one is cancelled if it is still queued. */
        repeat,
        /** Cancels the queued invitation of a recipient who has finished; `false` if it may have been sent. */
        withdraw,
        /** Tells the sender about a delegation, at the reply address of the project if there is one. */
        sendDelegated,
        /** Sends all recipients the link to the sealed document. */
        sendCompleted,
        /** Informs an invited recipient that the envelope has ended without a signed document. */
        sendEnded,
      };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make);
}
