import { Effect } from "effect";
import { Digest } from "effect/crypto";

import { type Letter, Mails } from "../mail/mod.ts";
import { fullName } from "../signatures/mod.ts";
import { newSecret, PublicUrls, type Timestamp, withRandom } from "../values/mod.ts";
import { type EmailPurpose, signingCause } from "./signing_email.ts";
import type { SigningEnvelope, SigningRecipient } from "./signing_envelope.ts";
import { completedLetter, endedLetter, invitationLetter, type SadEnd } from "./signing_letter.ts";
import { SigningStore } from "./signing_store.ts";
import { signingToken } from "./signing_token.ts";

/**
 * What recipients are mailed, in the transaction of what it tells of.
 *
 * Only the hash of a token is kept, so that every mail carries a link of its own. All links of a
 * recipient open the same.
 */
export const signingMails = Effect.gen(function* () {
  const store = yield* SigningStore;
  const mails = yield* Mails;
  const digest = yield* Digest.Digest;
  const secret = yield* withRandom(newSecret);
  const { base } = yield* PublicUrls;

  const send = Effect.fnUntraced(function* (
    { projectId, renderId }: SigningEnvelope,
    recipient: SigningRecipient,
    mail: {
      readonly purpose: EmailPurpose;
      readonly letter: (url: string) => Letter;
      readonly expiresAt: Timestamp | null;
    },
  ) {
    const token = signingToken(yield* secret);
    const sha256 = yield* digest.digest(Digest.sha256, new TextEncoder().encode(token));
    yield* store.addToken(recipient.id, sha256);
    yield* mails.queue({
      cause: causeOf(recipient, mail.purpose),
      projectId,
      renderId,
      shareId: null,
      to: { email: recipient.email, name: fullName(recipient) },
      letter: mail.letter(`${base}/sign/${token}`),
      expiresAt: mail.expiresAt,
    });
  });

  const invite = (envelope: SigningEnvelope, recipient: SigningRecipient) =>
    send(envelope, recipient, {
      purpose: "invite",
      letter: (url) => invitationLetter(envelope, recipient, url),
      expiresAt: envelope.expiresAt,
    });

  const withdraw = (recipient: SigningRecipient) => mails.cancel(causeOf(recipient, "invite"));

  const tellCompleted = (envelope: SigningEnvelope) =>
    Effect.forEach(envelope.recipients, (recipient) =>
      send(envelope, recipient, {
        purpose: "completed",
        letter: (url) => completedLetter(envelope, recipient, url),
        expiresAt: null,
      }),
    );

  const tellEnded = Effect.fnUntraced(function* (
    envelope: SigningEnvelope,
    recipient: SigningRecipient,
    how: SadEnd,
  ) {
    const { viewedAt, finishedAt } = recipient;
    const withdrawn = yield* withdraw(recipient);
    // Whoever was never sent the invitation has nothing to hear of.
    if (withdrawn && viewedAt === null && finishedAt === null) return;
    yield* send(envelope, recipient, {
      purpose: how,
      letter: (url) => endedLetter(envelope, recipient, { how, url }),
      expiresAt: null,
    });
  });

  return {
    /** Asks a recipient whose turn it is. */
    invite,
    /** Makes sure that nobody is asked who has answered already; `false` when they may have been. */
    withdraw,
    /** Tells everybody where the sealed document is. */
    tellCompleted,
    /** Tells a recipient who was invited that the envelope has come to nothing. */
    tellEnded,
  };
});

function causeOf({ id: recipientId }: SigningRecipient, purpose: EmailPurpose): string {
  return signingCause({ recipientId, purpose });
}
