import { Context, DateTime, Duration, Effect, Layer, Option } from "effect";
import { Digest, Kdf, SecureRandom } from "effect/crypto";

import { Emails } from "../../emails/mod.ts";
import { type Authentication, fullName, isAccessCode } from "../../signatures/mod.ts";
import {
  Conflict,
  InvalidRequest,
  newSecret,
  NotFound,
  PublicUrls,
  type Timestamp,
  type Visitor,
  withRandom,
} from "../../values/mod.ts";
import { isSigningToken, signingToken } from "../ceremony/signing_token.ts";
import { codeLetter } from "../emails/code_letter.ts";
import type { Envelope, EnvelopeRecipient } from "../envelope.ts";
import { EnvelopeTransitions } from "../envelope_transitions.ts";
import { sha256Hex } from "../evidence/audit_trail.ts";
import { recipientLabel, visitorDetails } from "../evidence/event_details.ts";
import { SigningStore, type TokenSession } from "../signing_store.ts";
import {
  type AuthenticationGate,
  type EnteredCode,
  maskedEmail,
  type SentCode,
  type SigningSession,
} from "./authentication_steps.ts";
import {
  afterFailure,
  type Challenge,
  CODE_LIFETIME,
  isCodeValid,
  isLocked,
  maySendCode,
  NO_CHALLENGE,
} from "./challenge.ts";

/** How long a recipient can sign after entering the code. */
const SESSION_LIFETIME = Duration.hours(2);

/** A recipient who must enter a code. */
interface Challenged {
  readonly envelope: Envelope;
  readonly recipient: EnvelopeRecipient;
  readonly authentication: Authentication;
  readonly challenge: Challenge;
  /** The page of the sender that frames the document. */
  readonly embedded: TokenSession["embedded"];
  /** The host of a signature in person. */
  readonly inPerson: TokenSession["inPerson"];
  readonly now: Timestamp;
}

/** Authenticates recipients by a code, in addition to their personal link (contract §11). */
export class RecipientAuthentication extends Context.Service<
  RecipientAuthentication,
  {
    /** What the holder of a link must enter; none if the link alone gives access. */
    readonly gate: (token: string) => Effect.Effect<Option.Option<AuthenticationGate>, NotFound>;
    /** Sends a code by email, which replaces the last one; a conflict if that was just sent. */
    readonly sendCode: (
      token: string,
      visitor: Visitor,
    ) => Effect.Effect<SentCode, NotFound | Conflict>;
    /** Starts a session if the code is right. Every attempt is recorded, and they are limited. */
    readonly enterCode: (
      token: string,
      entered: EnteredCode,
      visitor: Visitor,
    ) => Effect.Effect<SigningSession, NotFound | InvalidRequest | Conflict>;
  }
>()("@paraph/core/builtin_provider/RecipientAuthentication") {
  static readonly layer = Layer.effect(
    RecipientAuthentication,
    Effect.gen(function* () {
      const store = yield* SigningStore;
      const emails = yield* Emails;
      const digest = yield* Digest.Digest;
      const kdf = yield* Kdf.Kdf;
      const { base } = yield* PublicUrls;
      const { withLock, log, emails: signingEmails } = yield* EnvelopeTransitions;
      const secret = yield* withRandom(newSecret);
      const sixDigits = yield* withRandom(newCode);
      const hash = (text: string) => Effect.provideService(sha256Hex(text), Digest.Digest, digest);

      const holder = Effect.fnUntraced(function* (token: string) {
        if (!isSigningToken(token)) return yield* NO_SUCH_LINK;
        const sha256 = yield* digest.digest(Digest.sha256, new TextEncoder().encode(token));
        return yield* Effect.fromOption(yield* store.findToken(sha256), () => NO_SUCH_LINK);
      });

      const gate = Effect.fn("RecipientAuthentication.gate")(function* (token: string) {
        const { envelopeId, recipientId, session } = yield* holder(token);
        const envelope = yield* Effect.fromOption(
          yield* store.find(envelopeId),
          () => NO_SUCH_LINK,
        );
        const recipient = envelope.recipients.find(({ id }) => id === recipientId);
        const method = recipient?.authentication?.method;
        if (recipient === undefined || method === undefined || isAuthenticated(session)) {
          return Option.none();
        }
        const { sender } = envelope;
        return Option.some({ method, sender, sentTo: maskedEmail(recipient.email) });
      });

      /** Runs a step of a recipient who must enter a code, under the lock of the envelope. */
      const challenged = Effect.fnUntraced(function* <A, E>(
        token: string,
        step: (context: Challenged) => Effect.Effect<A, E>,
      ) {
        const { envelopeId } = yield* holder(token);
        return yield* withLock(
          envelopeId,
          NO_SUCH_LINK,
          Effect.fnUntraced(function* (
            envelope: Envelope,
            now: Timestamp,
          ): Effect.fn.Return<A, E | NotFound | Conflict> {
            // Again under the lock: a correction of the recipient may have removed the link.
            const { recipientId, session } = yield* holder(token);
            if (isAuthenticated(session)) return yield* NO_CODE;
            const recipient = envelope.recipients.find(({ id }) => id === recipientId);
            if (recipient === undefined) return yield* NO_SUCH_LINK;
            const { authentication } = recipient;
            if (authentication === null) return yield* NO_CODE;
            const challenge = Option.getOrElse(
              yield* store.challenge(recipientId),
              () => NO_CHALLENGE,
            );
            if (isLocked(challenge, now)) return yield* LOCKED;
            const { embedded, inPerson } = session ?? {};
            if (inPerson?.confirmed === false) return yield* NOT_CONFIRMED;
            const entry = { authentication, challenge, embedded, inPerson };
            return yield* step({ envelope, recipient, ...entry, now });
          }),
        );
      });

      const sendCode = Effect.fn("RecipientAuthentication.sendCode")(
        (token: string, visitor: Visitor) =>
          challenged(
            token,
            Effect.fnUntraced(function* ({
              envelope,
              recipient,
              authentication,
              challenge,
              now,
            }): Effect.fn.Return<SentCode, Conflict> {
              if (authentication.method !== "email_code") return yield* NO_EMAIL_CODE;
              if (!maySendCode(challenge, now)) return yield* JUST_SENT;
              const code = yield* sixDigits;
              const { id: recipientId, email } = recipient;
              const codes = challenge.codes + 1;
              yield* store.saveChallenge(recipientId, {
                ...challenge,
                codeSha256: yield* hash(`${recipientId}:${code}`),
                codeSentAt: now,
                codes,
              });
              const expiresAt = DateTime.addDuration(now, CODE_LIFETIME);
              const { projectId, renderId } = envelope;
              const language = yield* signingEmails.languageFor(envelope, recipient);
              const url = `${base}/sign/${token}`;
              yield* emails.queue({
                cause: `signing-code:${recipientId}:${codes}`,
                projectId,
                renderId,
                shareId: null,
                to: { email, name: fullName(recipient) },
                letter: codeLetter(envelope, recipient, { code, url, language }),
                expiresAt,
              });
              const details = { ...visitorDetails(recipient, visitor), email };
              const who = recipientLabel(recipient);
              yield* log.append(envelope.id, [{ at: now, type: "code_sent", who, details }]);
              return { sentTo: maskedEmail(email), expiresAt };
            }),
          ),
      );

      const isRight = Effect.fnUntraced(function* (
        { recipient, authentication, challenge, now }: Challenged,
        code: string,
      ) {
        if (authentication.method === "access_code") {
          return yield* isAccessCode(code, authentication.codeHash).pipe(
            Effect.provideService(Kdf.Kdf, kdf),
          );
        }
        if (!isCodeValid(challenge, now)) return false;
        return (
          (yield* hash(`${recipient.id}:${code.replace(/\s/gu, "")}`)) === challenge.codeSha256
        );
      });

      /** Records an attempt. A failed one is a result, because an error would undo its record. */
      const attempt = Effect.fnUntraced(function* (
        context: Challenged,
        code: string,
        visitor: Visitor,
      ) {
        const { envelope, recipient, authentication, challenge, now } = context;
        const { method } = authentication;
        const right = yield* isRight(context, code);
        const type = right ? "authenticated" : "authentication_failed";
        const details = { ...visitorDetails(recipient, visitor), method };
        const who = recipientLabel(recipient);
        yield* log.append(envelope.id, [{ at: now, type, who, details }]);
        if (!right) {
          yield* store.saveChallenge(recipient.id, afterFailure(challenge, now));
          return undefined;
        }
        yield* store.saveChallenge(recipient.id, { ...NO_CHALLENGE, codes: challenge.codes });
        const token = signingToken(yield* secret);
        const sha256 = yield* digest.digest(Digest.sha256, new TextEncoder().encode(token));
        const expiresAt = DateTime.addDuration(now, SESSION_LIFETIME);
        const { embedded, inPerson } = context;
        const frame = {
          ...(embedded === undefined ? {} : { embedded }),
          ...(inPerson === undefined ? {} : { inPerson }),
        };
        yield* store.addSession(recipient.id, sha256, { expiresAt, ...frame });
        return { method, token, expiresAt };
      });

      const enterCode = Effect.fn("RecipientAuthentication.enterCode")(function* (
        token: string,
        { code }: EnteredCode,
        visitor: Visitor,
      ) {
        const session = yield* challenged(token, (context) => attempt(context, code, visitor));
        return session ?? (yield* WRONG_CODE);
      });

      return RecipientAuthentication.of({ gate, sendCode, enterCode });
    }),
  ).pipe(Layer.provide([EnvelopeTransitions.layer, Kdf.layerWebCrypto]));
}

/** Whether the holder of a token was authenticated before they got it. */
function isAuthenticated(session: TokenSession | null): boolean {
  return session !== null && session.authenticated !== false;
}

/** Six random digits. */
const newCode = Effect.gen(function* () {
  const { randomBytes } = yield* SecureRandom.SecureRandom;
  const bytes = yield* randomBytes(6);
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return String(number % 1_000_000).padStart(6, "0");
});

const NO_SUCH_LINK = NotFound.of("signing link");
const NOT_CONFIRMED = Conflict.of("Confirm your name first");
const NO_CODE = Conflict.of("This link needs no code");
const NO_EMAIL_CODE = Conflict.of("The sender gives you the access code; it is not sent by email");
const JUST_SENT = Conflict.of("A code was sent less than a minute ago: check your email");
const LOCKED = Conflict.of("Too many wrong codes: try again later, or ask the sender");
const WRONG_CODE = InvalidRequest.of([
  { path: "code", message: "Is wrong or has expired: check it, or request a new one" },
]);
