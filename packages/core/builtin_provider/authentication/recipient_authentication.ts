import { Context, DateTime, Duration, Effect, Layer, Option } from "effect";
import { Digest, Kdf, SecureRandom } from "effect/crypto";

import { Emails } from "../../emails/mod.ts";
import {
  type Authentication,
  fullName,
  isAccessCode,
  type Sms,
  type SmsSendFailed,
  SmsSender,
} from "../../signatures/mod.ts";
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
import { type NewAuditEvent, sha256Hex } from "../evidence/audit_trail.ts";
import { recipientLabel, visitorDetails } from "../evidence/event_details.ts";
import { isTokenOver, SigningStore, type TokenSession } from "../signing_store.ts";
import {
  type AuthenticationGate,
  type EnteredCode,
  maskedEmail,
  maskedPhone,
  type SentCode,
  type SigningSession,
} from "./authentication_steps.ts";
import {
  afterFailure,
  type Challenge,
  CODE_LIFETIME,
  isCodeValid,
  isLocked,
  nextCodeAt,
  NO_CHALLENGE,
} from "./challenge.ts";
import { codeSms } from "./code_sms.ts";

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
    /** Sends a code by email or SMS, which replaces the last one; a conflict if that was just sent. */
    readonly sendCode: (
      token: string,
      visitor: Visitor,
    ) => Effect.Effect<SentCode, NotFound | Conflict | SmsSendFailed>;
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
      const sms = yield* SmsSender;
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
        const found = yield* Effect.fromOption(yield* store.findToken(sha256), () => NO_SUCH_LINK);
        return isTokenOver(found.session, yield* DateTime.now) ? yield* NO_SUCH_LINK : found;
      });

      const gate = Effect.fn("RecipientAuthentication.gate")(function* (token: string) {
        const { envelopeId, recipientId, session } = yield* holder(token);
        const envelope = yield* Effect.fromOption(
          yield* store.find(envelopeId),
          () => NO_SUCH_LINK,
        );
        const recipient = envelope.recipients.find(({ id }) => id === recipientId);
        const authentication = recipient?.authentication ?? null;
        if (recipient === undefined || authentication === null || isAuthenticated(session)) {
          return Option.none();
        }
        const { method } = authentication;
        const { sender } = envelope;
        return Option.some({ method, sender, sentTo: maskedTarget(recipient, authentication) });
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

      const queueEmail = Effect.fnUntraced(function* (
        { envelope, recipient }: Challenged,
        { code, token, cause, expiresAt }: CodeToSend,
      ) {
        const { projectId, renderId } = envelope;
        const language = yield* signingEmails.languageFor(envelope, recipient);
        const url = `${base}/sign/${token}`;
        yield* emails.queue({
          cause,
          projectId,
          renderId,
          shareId: null,
          to: { email: recipient.email, name: fullName(recipient) },
          letter: codeLetter(envelope, recipient, { code, url, language }),
          expiresAt,
        });
      });

      /** Creates a code and queues its email. An SMS is sent later, without the lock. */
      const createCode = Effect.fnUntraced(function* (
        context: Challenged,
        token: string,
        visitor: Visitor,
      ): Effect.fn.Return<CreatedCode, Conflict> {
        const { envelope, recipient, authentication, challenge, now } = context;
        if (authentication.method === "access_code") return yield* NO_SENT_CODE;
        const next = nextCodeAt(challenge, authentication.method, now);
        if (next !== null) return yield* justSent(next, now);
        const code = yield* sixDigits;
        const { id: recipientId, email } = recipient;
        const codes = challenge.codes + 1;
        yield* store.saveChallenge(recipientId, {
          ...challenge,
          codeSha256: yield* hash(`${recipientId}:${code}`),
          codeSentAt: now,
          codes,
        });
        const cause = `signing-code:${recipientId}:${codes}`;
        const expiresAt = DateTime.addDuration(now, CODE_LIFETIME);
        const isSms = authentication.method === "sms_code";
        if (!isSms) yield* queueEmail(context, { code, token, cause, expiresAt });
        const target = isSms ? { phone: authentication.phone } : { email };
        const details = { ...visitorDetails(recipient, visitor), ...target };
        const who = recipientLabel(recipient);
        yield* log.append(envelope.id, [{ at: now, type: "code_sent", who, details }]);
        const sent = { sentTo: maskedTarget(recipient, authentication), expiresAt };
        if (!isSms) return { sent, envelopeId: envelope.id, sms: null, failure: null };
        const language = yield* signingEmails.languageFor(envelope, recipient);
        return {
          sent,
          envelopeId: envelope.id,
          sms: {
            id: cause,
            to: authentication.phone,
            text: codeSms(language, { code, sender: envelope.sender }),
          },
          failure: { type: "code_failed", who, details },
        };
      });

      /** Records that the SMS gateway has not accepted a code. */
      const recordFailure = ({ envelopeId, failure }: CreatedCode) =>
        failure === null
          ? Effect.void
          : withLock(envelopeId, NO_SUCH_LINK, (_, at) =>
              log.append(envelopeId, [{ at, ...failure }]),
            ).pipe(Effect.catchTag("not_found", () => Effect.void));

      const sendCode = Effect.fn("RecipientAuthentication.sendCode")(function* (
        token: string,
        visitor: Visitor,
      ) {
        const created = yield* challenged(token, (context) => createCode(context, token, visitor));
        if (created.sms !== null)
          yield* Effect.tapError(sms.send(created.sms), () => recordFailure(created));
        return created.sent;
      });

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
        const phone = authentication.method === "sms_code" ? { phone: authentication.phone } : {};
        const details = { ...visitorDetails(recipient, visitor), method, ...phone };
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

/** A code to send, and what its email needs. */
interface CodeToSend {
  readonly code: string;
  readonly token: string;
  readonly cause: string;
  readonly expiresAt: Timestamp;
}

/** A stored code. */
interface CreatedCode {
  readonly sent: SentCode;
  readonly envelopeId: string;
  /** `null` for a code by email. */
  readonly sms: Sms | null;
  /** The event if the SMS fails. */
  readonly failure: Omit<NewAuditEvent, "at"> | null;
}

/** The target of the code of a recipient, of which only a part is readable. */
function maskedTarget({ email }: EnvelopeRecipient, authentication: Authentication): string {
  return authentication.method === "sms_code"
    ? maskedPhone(authentication.phone)
    : maskedEmail(email);
}

/** The conflict of a code that is requested too early. */
function justSent(next: Timestamp, now: Timestamp): Conflict {
  const minutes = Math.ceil(Duration.toMinutes(DateTime.distance(now, next)));
  return Conflict.of(
    `A code was just sent: check your messages, or request a new one in ${minutes} min`,
  );
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
const NO_SENT_CODE = Conflict.of("The sender gives you the access code; it is not sent");
const LOCKED = Conflict.of("Too many wrong codes: try again later, or ask the sender");
const WRONG_CODE = InvalidRequest.of([
  { path: "code", message: "Is wrong or has expired: check it, or request a new one" },
]);
