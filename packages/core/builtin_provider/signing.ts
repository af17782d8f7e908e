import { Context, DateTime, Effect, Layer, Option } from "effect";
import { Digest } from "effect/crypto";

import { type AssetRange, type Document, type StorageUnavailable } from "../renders/mod.ts";
import { fullName, type RecipientContact } from "../signatures/mod.ts";
import { Conflict, InvalidRequest, NotFound, type Timestamp, type Visitor } from "../values/mod.ts";
import type {
  Ceremony,
  CeremonyState,
  DeclineSigning,
  DelegatedSigning,
  DelegateSigning,
  FinishSigning,
  SigningStep,
} from "./ceremony/ceremony.ts";
import { ceremonyOf, ENDED_STATES, fieldsOf, VISIBLE_STATES } from "./ceremony/ceremony_view.ts";
import { recipientConsent } from "./ceremony/consent/recipient_consent.ts";
import { DELEGATE_IS_RECIPIENT, delegationObstacle, NOT_YOUR_TURN } from "./ceremony/delegation.ts";
import { hashFilledFields } from "./ceremony/filled_fields.ts";
import {
  type FontCharacters,
  type FontSubsets,
  SignatureFonts,
} from "./ceremony/signature_fonts.ts";
import { cleanPictures, SignatureImages } from "./ceremony/signature_images.ts";
import { isSigningToken } from "./ceremony/signing_token.ts";
import { sanitizeSubmission, validateSubmission } from "./ceremony/submission.ts";
import { sanitizeText } from "./ceremony/visible_text.ts";
import {
  ceremonyState,
  currentRecipients,
  type Envelope,
  type EnvelopeRecipient,
} from "./envelope.ts";
import { EnvelopeDocuments } from "./envelope_documents.ts";
import { EnvelopeOperations } from "./envelope_operations.ts";
import { EnvelopeTransitions } from "./envelope_transitions.ts";
import { type AuditTrail, sha256Hex } from "./evidence/audit_trail.ts";
import {
  IN_PERSON,
  timeZoneDetails,
  visitorDetails,
  recipientLabel,
} from "./evidence/event_details.ts";
import { delegationDetails } from "./evidence/recipient_changes.ts";
import { isTokenOver, SigningStore, type TokenHolder } from "./signing_store.ts";

/** The actions of recipients of the built-in provider, authenticated by the token in their email. */
export class Signing extends Context.Service<
  Signing,
  {
    /** Fails for a token without a document. */
    readonly require: (token: string) => Effect.Effect<void, NotFound>;
    /** The content of the page. Without side effects, because email scanners open links. */
    readonly ceremony: (token: string) => Effect.Effect<Ceremony, NotFound>;
    /** The original document, if it can be signed or was signed. */
    readonly document: (
      token: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | StorageUnavailable>;
    /** The sealed document; a conflict until all recipients have signed and it is stored. */
    readonly copy: (
      token: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | Conflict | StorageUnavailable>;
    /** The certificate, after the end; a conflict until it is stored. */
    readonly certificate: (
      token: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | Conflict | StorageUnavailable>;
    /** The audit trail in the format of `audit.json`, after the end; a conflict before. */
    readonly audit: (token: string) => Effect.Effect<AuditTrail, NotFound | Conflict>;
    /** The fonts that the page lacks for a typed signature; a conflict if the document cannot be signed. */
    readonly fonts: (
      token: string,
      request: FontCharacters,
    ) => Effect.Effect<FontSubsets, NotFound | Conflict>;
    /** Records that the recipient has opened the document. The script of the page calls it. */
    readonly open: (token: string, visitor: Visitor) => Effect.Effect<SigningStep, NotFound>;
    /** Accepts or rejects the recipient's submission as a whole. A repeated submission changes nothing. */
    readonly finish: (
      token: string,
      submission: FinishSigning,
      visitor: Visitor,
    ) => Effect.Effect<SigningStep, NotFound | InvalidRequest | Conflict>;
    readonly decline: (
      token: string,
      refusal: DeclineSigning,
      visitor: Visitor,
    ) => Effect.Effect<SigningStep, NotFound | Conflict>;
    /**
     * Names another person in place of the recipient, who receives a new link. The link of the token no longer
     * works.
     */
    readonly delegate: (
      token: string,
      input: DelegateSigning,
      visitor: Visitor,
    ) => Effect.Effect<DelegatedSigning, NotFound | InvalidRequest | Conflict>;
  }
>()("@paraph/core/builtin_provider/Signing") {
  static readonly layer = Layer.effect(
    Signing,
    Effect.gen(function* () {
      const store = yield* SigningStore;
      const documents = yield* EnvelopeDocuments;
      const signatureFonts = yield* SignatureFonts;
      const images = yield* SignatureImages;
      const digest = yield* Digest.Digest;
      const { withLock, report, advance, giveUp, log, emails } = yield* EnvelopeTransitions;
      const { replaceRecipient } = yield* EnvelopeOperations;
      const withDigest = <A, E>(effect: Effect.Effect<A, E, Digest.Digest>) =>
        Effect.provideService(effect, Digest.Digest, digest);

      const holder = Effect.fnUntraced(function* (token: string) {
        if (!isSigningToken(token)) return yield* NO_SUCH_LINK;
        const sha256 = yield* digest.digest(Digest.sha256, new TextEncoder().encode(token));
        const found = yield* Effect.fromOption(yield* store.findToken(sha256), () => NO_SUCH_LINK);
        return isTokenOver(found.session, yield* DateTime.now) ? yield* NO_SUCH_LINK : found;
      });

      /** The context of a token that gives access to the document. */
      const accessOf = (
        envelope: Envelope,
        { recipientId, session }: TokenHolder,
        now: Timestamp,
      ) => {
        const context = contextOf(envelope, recipientId, now);
        const { authentication } = context.recipient;
        const isAuthenticated =
          authentication === null || (session !== null && session.authenticated !== false);
        const { embedded, inPerson } = session ?? {};
        if (inPerson?.confirmed === false) return Effect.fail(NOT_CONFIRMED);
        const redirectUrl =
          inPerson?.handsOn === undefined
            ? (embedded?.returnUrl ?? envelope.options.redirectUrl)
            : null;
        const host = inPerson?.host ?? null;
        const access = { ...context, redirectUrl, isEmbedded: embedded !== undefined, host };
        return isAuthenticated ? Effect.succeed(access) : Effect.fail(NOT_AUTHENTICATED);
      };

      /** The context of a token, without a lock. */
      const loadContext = Effect.fnUntraced(function* (token: string) {
        const tokenHolder = yield* holder(token);
        const envelope = yield* Effect.fromOption(
          yield* store.find(tokenHolder.envelopeId),
          () => NO_SUCH_LINK,
        );
        return yield* accessOf(envelope, tokenHolder, yield* DateTime.now);
      });

      /**
       * Runs an action of the holder of a token, under the lock of the envelope. The token is read again there:
       * a correction of the recipient may have removed it.
       */
      const act = Effect.fnUntraced(function* <A, E>(
        token: string,
        action: (context: SigningContext) => Effect.Effect<A, E>,
      ) {
        const { envelopeId } = yield* holder(token);
        return yield* withLock(envelopeId, NO_SUCH_LINK, (envelope, now) =>
          Effect.flatMap(holder(token), (tokenHolder) =>
            Effect.flatMap(accessOf(envelope, tokenHolder, now), action),
          ),
        );
      });

      const ceremony = Effect.fn("Signing.ceremony")(function* (token: string) {
        const context = yield* loadContext(token);
        const { envelope, recipient, state, redirectUrl, host } = context;
        const consent = recipientConsent(envelope, recipient);
        const sha256 = yield* withDigest(sha256Hex(consent.text));
        const hasCertificate =
          ENDED_STATES.has(state) && (yield* documents.hasCertificate(envelope));
        return ceremonyOf(envelope, recipient, {
          state,
          consent: { ...consent, sha256 },
          mayDelegate: state === "open" && delegationObstacle(context) === undefined,
          hasCertificate,
          redirectUrl,
          host,
        });
      });

      const require = Effect.fn("Signing.require")((token: string) => Effect.asVoid(holder(token)));

      const document = Effect.fn("Signing.document")(function* (token: string, range?: AssetRange) {
        const { envelope, state } = yield* loadContext(token);
        if (!VISIBLE_STATES.has(state)) return yield* NotFound.of("document");
        return yield* documents.openOriginal(envelope, range);
      });

      const copy = Effect.fn("Signing.copy")(function* (token: string, range?: AssetRange) {
        const { envelope, state } = yield* loadContext(token);
        if (state !== "completed") return yield* NO_COPY_YET;
        return yield* Effect.fromOption(yield* documents.openSigned(envelope, range), () =>
          NotFound.of("document"),
        );
      });

      const certificate = Effect.fn("Signing.certificate")(function* (
        token: string,
        range?: AssetRange,
      ) {
        const { envelope, state } = yield* loadContext(token);
        if (!ENDED_STATES.has(state)) return yield* NO_CERTIFICATE_YET;
        return yield* Effect.fromOption(
          yield* documents.openCertificate(envelope, range),
          () => NO_CERTIFICATE_YET,
        );
      });

      const audit = Effect.fn("Signing.audit")(function* (token: string) {
        const { envelope, state } = yield* loadContext(token);
        if (!ENDED_STATES.has(state)) return yield* NO_AUDIT_YET;
        return yield* log.read(envelope).pipe(
          Effect.map(({ trail }) => trail),
          Effect.catchTags({
            broken_audit: ({ message }) => Effect.fail(Conflict.of(message)),
            newer_audit: ({ message }) => Effect.fail(Conflict.of(message)),
          }),
        );
      });

      const fonts = Effect.fn("Signing.fonts")(function* (
        token: string,
        { characters, face = "caveat" }: FontCharacters,
      ) {
        const { state } = yield* loadContext(token);
        if (state !== "open") return yield* END_CONFLICTS[state];
        return { subsets: yield* signatureFonts.subsets(characters, face) };
      });

      const view = Effect.fnUntraced(function* (context: SigningContext, visitor: Visitor) {
        const { envelope, recipient, state, at } = context;
        if (state === "open" && recipient.viewedAt === null) {
          const details = { ...visitorDetails(recipient, visitor), ...channel(context) };
          yield* log.append(envelope.id, [
            { at, type: "viewed", who: recipientLabel(recipient), details },
          ]);
          yield* store.updateRecipient(recipient.id, { viewedAt: at, ...visitor });
          yield* report(envelope, { kind: "viewed", at, recipientId: recipient.id });
        }
        return { state };
      });

      const open = Effect.fn("Signing.open")(function* (token: string, visitor: Visitor) {
        return yield* act(token, (context) => view(context, visitor));
      });

      const finishOnce = Effect.fnUntraced(function* (
        context: SigningContext,
        input: FinishSigning,
        visitor: Visitor,
      ): Effect.fn.Return<SigningStep, Conflict | InvalidRequest> {
        const { envelope, recipient, state, at } = context;
        if (recipient.finishedAt !== null) return { state };
        if (state !== "open") return yield* END_CONFLICTS[state];
        if (!currentRecipients(envelope.recipients).includes(recipient))
          return yield* NOT_YOUR_TURN;
        const fields = fieldsOf(envelope, recipient);
        const { text, language } = recipientConsent(envelope, recipient);
        const consentSha256 = yield* withDigest(sha256Hex(text));
        const submission = sanitizeSubmission(fields, input);
        const problems = validateSubmission({ fields, consentSha256, now: at }, submission);
        if (problems.length > 0) return yield* InvalidRequest.of(problems);

        const progress = { finishedAt: at, submission, ...visitor };
        yield* store.updateRecipient(recipient.id, progress);
        yield* emails.withdraw(recipient);
        const who = recipientLabel(recipient);
        const visit = { ...visitorDetails(recipient, visitor), ...channel(context) };
        const hashes = yield* withDigest(hashFilledFields(fields, submission));
        const fieldHashes = Object.fromEntries(
          hashes.map(({ field, sha256 }) => [field.id, sha256]),
        );
        const type = recipient.designation === "Approver" ? "approved" : "signed";
        const zone = timeZoneDetails(submission.timeZone);
        const recipients = envelope.recipients.map((one) =>
          one === recipient ? { ...one, ...progress } : one,
        );
        yield* advance(
          { ...envelope, recipients },
          at,
          [
            { at, type: "consented", who, details: { ...visit, consentSha256, language } },
            { at, type, who, details: { ...visit, ...zone, fields: fieldHashes } },
          ],
          [{ kind: "signed", at, recipientId: recipient.id }],
        );
        return { state: "finished" };
      });

      const finish = Effect.fn("Signing.finish")(function* (
        token: string,
        input: FinishSigning,
        visitor: Visitor,
      ) {
        // Before the lock, because reading a picture takes time.
        const { submission, problems } = yield* cleanPictures(images, input);
        if (problems.length > 0) return yield* InvalidRequest.of(problems);
        return yield* act(token, (context) => finishOnce(context, submission, visitor));
      });

      const declineOnce = Effect.fnUntraced(function* (
        context: SigningContext,
        { reason }: DeclineSigning,
        visitor: Visitor,
      ): Effect.fn.Return<SigningStep, Conflict> {
        const { envelope, recipient, state, at } = context;
        if (recipient.declinedAt !== null) return { state };
        if (state !== "open") return yield* END_CONFLICTS[state];
        if (!currentRecipients(envelope.recipients).includes(recipient))
          return yield* NOT_YOUR_TURN;
        yield* store.updateRecipient(recipient.id, {
          declinedAt: at,
          declineReason: reason,
          ...visitor,
        });
        yield* emails.withdraw(recipient);
        yield* giveUp(envelope, at, {
          how: "declined",
          who: recipientLabel(recipient),
          reason,
          details: { ...visitorDetails(recipient, visitor), ...channel(context), reason },
          report: { kind: "declined", at, recipientId: recipient.id, reason },
        });
        return { state: "declined" };
      });

      const decline = Effect.fn("Signing.decline")(function* (
        token: string,
        refusal: DeclineSigning,
        visitor: Visitor,
      ) {
        const reason = sanitizeText(refusal.reason).trim();
        return yield* act(token, (context) => declineOnce(context, { reason }, visitor));
      });

      const delegateOnce = Effect.fnUntraced(function* (
        context: SigningContext,
        { reason, ...contact }: DelegateSigning & RecipientContact,
        visitor: Visitor,
      ): Effect.fn.Return<DelegatedSigning, Conflict | InvalidRequest> {
        const { envelope, recipient, state, at } = context;
        if (state !== "open") return yield* END_CONFLICTS[state];
        const obstacle = delegationObstacle(context);
        if (obstacle !== undefined) return yield* obstacle;
        const isTaken = envelope.recipients.some(
          ({ email }) => email.toLowerCase() === contact.email.toLowerCase(),
        );
        if (isTaken) return yield* DELEGATE_IS_RECIPIENT;
        const details = delegationDetails(recipient, contact, { reason, visitor });
        const who = recipientLabel(recipient);
        const delegate = yield* replaceRecipient(context, contact, { who, details });
        const recipients = envelope.recipients.map((one) => (one === recipient ? delegate : one));
        const { id: recipientId } = recipient;
        yield* report({ ...envelope, recipients }, { kind: "delegated", at, recipientId, contact });
        yield* emails.sendDelegated(envelope, { before: recipient, after: delegate, reason });
        return { name: fullName(delegate), email: delegate.email };
      });

      const delegate = Effect.fn("Signing.delegate")(function* (
        token: string,
        { firstName, lastName = "", email, reason }: DelegateSigning,
        visitor: Visitor,
      ) {
        const input = {
          firstName: sanitizeText(firstName).trim(),
          lastName: sanitizeText(lastName).trim(),
          email,
          reason: sanitizeText(reason).trim(),
        };
        return yield* act(token, (context) => delegateOnce(context, input, visitor));
      });

      return Signing.of({
        require,
        ceremony,
        document,
        copy,
        certificate,
        audit,
        fonts,
        open,
        finish,
        decline,
        delegate,
      });
    }),
  ).pipe(
    Layer.provide([EnvelopeTransitions.layer, EnvelopeOperations.layer, EnvelopeDocuments.layer]),
  );
}

/** An envelope and its state for a recipient at a time. */
interface SigningContext {
  readonly envelope: Envelope;
  readonly recipient: EnvelopeRecipient;
  readonly state: CeremonyState;
  readonly at: Timestamp;
  /** The page after signing; `null` for the page that confirms it. */
  readonly redirectUrl: string | null;
  /** Whether the document is in a frame of the sender. */
  readonly isEmbedded: boolean;
  /** Who provides the device of a signature in person; `null` for others. */
  readonly host: string | null;
}

function contextOf(
  envelope: Envelope,
  recipientId: string,
  now: Timestamp,
): Omit<SigningContext, "redirectUrl" | "isEmbedded" | "host"> {
  const recipient = Option.getOrThrow(
    Option.fromUndefinedOr(envelope.recipients.find(({ id }) => id === recipientId)),
  );
  return { envelope, recipient, at: now, state: ceremonyState(envelope, recipient, now) };
}

/** The details of an event in a frame of the sender, whose page has identified the recipient, or in person. */
function channel({ isEmbedded, host }: SigningContext): Readonly<Record<string, string>> {
  if (host !== null) return { channel: IN_PERSON, host };
  return isEmbedded ? { channel: "embedded" } : {};
}

const NO_CERTIFICATE_YET = Conflict.of("The certificate is not ready yet");
const NO_AUDIT_YET = Conflict.of("The audit trail is available after the request has ended");
const NO_SUCH_LINK = NotFound.of("signing link");
const NOT_CONFIRMED = NotFound.of("document: confirm your name first");
const NOT_AUTHENTICATED = NotFound.of("document: enter the code first");
const NO_COPY_YET = Conflict.of("The signed document is not ready yet");

const END_CONFLICTS: Readonly<Record<Exclude<CeremonyState, "open">, Conflict>> = {
  finished: Conflict.of("You have already finished this document"),
  completed: Conflict.of("All recipients have already signed this document"),
  declined: Conflict.of("This document was declined and can no longer be signed"),
  cancelled: Conflict.of("The sender has cancelled this request; it can no longer be signed"),
  expired: Conflict.of("The time to sign is over"),
};
