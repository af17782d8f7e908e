import { Context, DateTime, Effect, Layer, Option } from "effect";
import { Digest } from "effect/crypto";

import { type AssetRange, type Document, type StorageUnavailable } from "../renders/mod.ts";
import { fullName } from "../signatures/mod.ts";
import { Conflict, InvalidRequest, NotFound, type Timestamp, type Visitor } from "../values/mod.ts";
import { sha256Hex } from "./audit_chain.ts";
import type {
  Ceremony,
  CeremonyField,
  CeremonyState,
  DeclineSigning,
  FinishSigning,
  SigningStep,
} from "./ceremony.ts";
import { ceremonyState, whoseTurn } from "./ceremony_state.ts";
import { cleanHandIn } from "./clean_hand_in.ts";
import { envelopeMoves } from "./envelope_moves.ts";
import { earlierMarkOf, envelopeFillings } from "./filling.ts";
import { askedFields, handInProblems } from "./hand_in.ts";
import { hashedFillings } from "./hashed_filling.ts";
import { originalDocuments } from "./original_document.ts";
import { visitDetails, whoIs } from "./recipient_words.ts";
import { type FontCharacters, type FontSubsets, SignatureFonts } from "./signature_fonts.ts";
import { signedCopies } from "./signed_copies.ts";
import type { EnvelopeField, SigningEnvelope, SigningRecipient } from "./signing_envelope.ts";
import { SigningStore, type TokenHolder } from "./signing_store.ts";
import { isSigningToken } from "./signing_token.ts";
import { cleanText } from "./visible_text.ts";

/** What recipients of the built-in provider do, each by the token that only they were mailed. */
export class Signing extends Context.Service<
  Signing,
  {
    /** What the page shows. Changes nothing, however often mail scanners ask. */
    readonly ceremony: (token: string) => Effect.Effect<Ceremony, NotFound>;
    /** The document as it was sent out, while it can be signed or has been. */
    readonly document: (
      token: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | StorageUnavailable>;
    /** The sealed document; a conflict until everybody has signed and it is kept. */
    readonly copy: (
      token: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | Conflict | StorageUnavailable>;
    /** The fonts that the page lacks for a typed signature; a conflict once nothing can be signed. Changes nothing. */
    readonly fonts: (
      token: string,
      wanted: FontCharacters,
    ) => Effect.Effect<FontSubsets, NotFound | Conflict>;
    /** Notes that the recipient looks at the document; called by the page itself. */
    readonly open: (token: string, visitor: Visitor) => Effect.Effect<SigningStep, NotFound>;
    /** Takes what the recipient hands in, all of it or nothing. Handing it in again changes nothing. */
    readonly finish: (
      token: string,
      handedIn: FinishSigning,
      visitor: Visitor,
    ) => Effect.Effect<SigningStep, NotFound | InvalidRequest | Conflict>;
    readonly decline: (
      token: string,
      declined: DeclineSigning,
      visitor: Visitor,
    ) => Effect.Effect<SigningStep, NotFound | Conflict>;
  }
>()("@paraph/core/signing/Signing") {
  static readonly layer = Layer.effect(
    Signing,
    Effect.gen(function* () {
      const store = yield* SigningStore;
      const originals = yield* originalDocuments;
      const openCopy = yield* signedCopies;
      const signatureFonts = yield* SignatureFonts;
      const digest = yield* Digest.Digest;
      const { held, report, advance, giveUp, log, mails } = yield* envelopeMoves;
      const hashed = <A, E>(effect: Effect.Effect<A, E, Digest.Digest>) =>
        Effect.provideService(effect, Digest.Digest, digest);

      const holder = Effect.fnUntraced(function* (token: string) {
        if (!isSigningToken(token)) return yield* NO_SUCH_LINK;
        const sha256 = yield* digest.digest(Digest.sha256, new TextEncoder().encode(token));
        return yield* Effect.fromOption(yield* store.findToken(sha256), () => NO_SUCH_LINK);
      });

      /** Where the holder of a token stands, without anything being changed by it. */
      const look = Effect.fnUntraced(function* (token: string) {
        const { envelopeId, recipientId } = yield* holder(token);
        const envelope = yield* Effect.fromOption(
          yield* store.find(envelopeId),
          () => NO_SUCH_LINK,
        );
        return standing(envelope, recipientId, yield* DateTime.now);
      });

      /** Runs what the holder of a token does, under the lock of their envelope. */
      const act = <A, E>(
        { envelopeId, recipientId }: TokenHolder,
        action: (standing: Standing) => Effect.Effect<A, E>,
      ) =>
        held(envelopeId, NO_SUCH_LINK, (envelope, at) =>
          action(standing(envelope, recipientId, at)),
        );

      const ceremony = Effect.fn("Signing.ceremony")(function* (token: string) {
        const { envelope, recipient, state } = yield* look(token);
        const sha256 = yield* hashed(sha256Hex(envelope.consent));
        return ceremonyOf(envelope, recipient, { state, sha256 });
      });

      const document = Effect.fn("Signing.document")(function* (token: string, range?: AssetRange) {
        const { envelope, state } = yield* look(token);
        if (!SHOWN.has(state)) return yield* NotFound.of("document");
        return yield* originals.open(envelope, range);
      });

      const copy = Effect.fn("Signing.copy")(function* (token: string, range?: AssetRange) {
        const { envelope, state } = yield* look(token);
        if (state !== "completed") return yield* NO_COPY_YET;
        return yield* Effect.fromOption(yield* openCopy(envelope, range), () =>
          NotFound.of("document"),
        );
      });

      const fonts = Effect.fn("Signing.fonts")(function* (
        token: string,
        { characters }: FontCharacters,
      ) {
        const { state } = yield* look(token);
        if (state !== "open") return yield* OVER[state];
        return { subsets: yield* signatureFonts.subsets(characters) };
      });

      const view = Effect.fnUntraced(function* (
        { envelope, recipient, state, at }: Standing,
        visitor: Visitor,
      ) {
        if (state === "open" && recipient.viewedAt === null) {
          const details = visitDetails(recipient, visitor);
          yield* log.append(envelope.id, [{ at, type: "viewed", who: whoIs(recipient), details }]);
          yield* store.note(recipient.id, { viewedAt: at, ...visitor });
          yield* report(envelope, { kind: "viewed", at, recipientId: recipient.id });
        }
        return { state };
      });

      const open = Effect.fn("Signing.open")(function* (token: string, visitor: Visitor) {
        return yield* act(yield* holder(token), (standing) => view(standing, visitor));
      });

      const handIn = Effect.fnUntraced(function* (
        { envelope, recipient, state, at }: Standing,
        sent: FinishSigning,
        visitor: Visitor,
      ): Effect.fn.Return<SigningStep, Conflict | InvalidRequest> {
        if (recipient.finishedAt !== null) return { state };
        if (state !== "open") return yield* OVER[state];
        if (whoseTurn(envelope.recipients) !== recipient) return yield* NOT_YET;
        const fields = fieldsOf(envelope, recipient);
        const consentSha256 = yield* hashed(sha256Hex(envelope.consent));
        const handedIn = cleanHandIn(fields, sent);
        const problems = handInProblems({ fields, consentSha256, now: at }, handedIn);
        if (problems.length > 0) return yield* InvalidRequest.of(problems);

        const progress = { finishedAt: at, handedIn, ...visitor };
        yield* store.note(recipient.id, progress);
        yield* mails.withdraw(recipient);
        const who = whoIs(recipient);
        const visit = visitDetails(recipient, visitor);
        const hashes = yield* hashed(hashedFillings(fields, handedIn));
        const put = Object.fromEntries(hashes.map(({ field, sha256 }) => [field.id, sha256]));
        const type = recipient.designation === "Approver" ? "approved" : "signed";
        yield* report(envelope, { kind: "signed", at, recipientId: recipient.id });
        const recipients = envelope.recipients.map((one) =>
          one === recipient ? { ...one, ...progress } : one,
        );
        yield* advance({ ...envelope, recipients }, at, [
          { at, type: "consented", who, details: { ...visit, consentSha256 } },
          { at, type, who, details: { ...visit, fields: put } },
        ]);
        return { state: "finished" };
      });

      const finish = Effect.fn("Signing.finish")(function* (
        token: string,
        handedIn: FinishSigning,
        visitor: Visitor,
      ) {
        return yield* act(yield* holder(token), (standing) => handIn(standing, handedIn, visitor));
      });

      const refuse = Effect.fnUntraced(function* (
        { envelope, recipient, state, at }: Standing,
        { reason }: DeclineSigning,
        visitor: Visitor,
      ): Effect.fn.Return<SigningStep, Conflict> {
        if (recipient.declinedAt !== null) return { state };
        if (state !== "open") return yield* OVER[state];
        if (whoseTurn(envelope.recipients) !== recipient) return yield* NOT_YET;
        yield* store.note(recipient.id, { declinedAt: at, declineReason: reason, ...visitor });
        yield* mails.withdraw(recipient);
        yield* giveUp(envelope, at, {
          how: "declined",
          who: whoIs(recipient),
          reason,
          details: { ...visitDetails(recipient, visitor), reason },
          report: { kind: "declined", at, recipientId: recipient.id, reason },
        });
        return { state: "declined" };
      });

      const decline = Effect.fn("Signing.decline")(function* (
        token: string,
        declined: DeclineSigning,
        visitor: Visitor,
      ) {
        const reason = cleanText(declined.reason).trim();
        return yield* act(yield* holder(token), (standing) =>
          refuse(standing, { reason }, visitor),
        );
      });

      return Signing.of({ ceremony, document, copy, fonts, open, finish, decline });
    }),
  );
}

/** Where somebody stands with an envelope at a moment. */
interface Standing {
  readonly envelope: SigningEnvelope;
  readonly recipient: SigningRecipient;
  readonly state: CeremonyState;
  readonly at: Timestamp;
}

function standing(envelope: SigningEnvelope, recipientId: string, at: Timestamp): Standing {
  const recipient = Option.getOrThrow(
    Option.fromUndefinedOr(envelope.recipients.find(({ id }) => id === recipientId)),
  );
  return { envelope, recipient, at, state: ceremonyState(envelope, recipient, at) };
}

function ceremonyOf(
  envelope: SigningEnvelope,
  recipient: SigningRecipient,
  { state, sha256 }: { readonly state: CeremonyState; readonly sha256: string },
): Ceremony {
  const { reference, name, sender, consent, pageCount, expiresAt } = envelope;
  const { email, designation } = recipient;
  // Of what came to nothing, nobody gets to see what others put in.
  const isShown = SHOWN.has(state);
  return {
    requestId: reference,
    state,
    name,
    sender,
    pageCount,
    expiresAt,
    recipient: { name: fullName(recipient), email, designation },
    consent: { text: consent, sha256 },
    fields: isShown ? fieldsOf(envelope, recipient).map(shownField) : [],
    earlierMarks: isShown ? envelopeFillings(envelope).map(earlierMarkOf) : [],
  };
}

function shownField(field: EnvelopeField): CeremonyField {
  const { recipientId: _, ...shown } = field;
  return shown;
}

function fieldsOf({ fields }: SigningEnvelope, recipient: SigningRecipient) {
  return askedFields(fields.filter(({ recipientId }) => recipientId === recipient.id));
}

/** While the document can be signed or has been. */
const SHOWN: ReadonlySet<CeremonyState> = new Set(["open", "finished", "completed"]);

const NO_SUCH_LINK = NotFound.of("signing link");
const NO_COPY_YET = Conflict.of("The signed document is not there yet");
const NOT_YET = Conflict.of("It is not your turn yet");

/** Why nothing can be done any more. */
const OVER: Readonly<Record<Exclude<CeremonyState, "open">, Conflict>> = {
  finished: Conflict.of("You have finished with this document already"),
  completed: Conflict.of("Everybody has signed this document already"),
  declined: Conflict.of("This document was declined and cannot be signed any more"),
  cancelled: Conflict.of("The sender has cancelled this; it cannot be signed any more"),
  expired: Conflict.of("The time to sign is over"),
};
