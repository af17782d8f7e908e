import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import type { Branding } from "../projects/mod.ts";
import { fullName, RedirectUrl } from "../signatures/mod.ts";
import {
  Conflict,
  describeEncoded,
  InvalidRequest,
  newSecret,
  NotFound,
  PublicUrls,
  type SignatureRequestId,
  Timestamp,
  type Visitor,
  withRandom,
} from "../values/mod.ts";
import type { Ceremony } from "./ceremony/ceremony.ts";
import { participantsOf } from "./ceremony/ceremony_view.ts";
import {
  inPersonToken,
  isInPersonToken,
  isSigningToken,
  signingToken,
} from "./ceremony/signing_token.ts";
import { type InPersonQuestion, SigningHost } from "./embedded_signing.ts";
import { embeddedTokens, oneLine, SESSION_LIFETIME, URL_LIFETIME } from "./embedded_tokens.ts";
import { currentRecipients, type Envelope, envelopeState } from "./envelope.ts";
import { EnvelopeTransitions } from "./envelope_transitions.ts";
import { IN_PERSON, recipientLabel, visitorDetails } from "./evidence/event_details.ts";
import { isTokenOver, SigningStore, type TokenHolder } from "./signing_store.ts";

/** A request for a page that hands one device from signer to signer (contract §11). */
export const CreateInPersonSession = Schema.Struct({
  host: SigningHost.annotateKey({ description: "Who provides the device." }),
  returnUrl: Schema.optionalKey(RedirectUrl).annotateKey({
    description:
      "`https` URL that the page opens after all recipients have signed. Default: a page that asks to give the device back.",
  }),
}).annotate({
  identifier: "CreateInPersonSession",
  description: "A page that hands one device from signer to signer.",
});
export type CreateInPersonSession = typeof CreateInPersonSession.Type;

/** The URL of a session in person. */
export const InPersonSession = Schema.Struct({
  url: Schema.String.annotateKey({
    description:
      "URL for the device of the host, in a frame of an allowed origin or not. It opens once.",
  }),
  expiresAt: Timestamp.pipe(describeEncoded("When the URL expires, 15 minutes from now.")),
}).annotate({
  identifier: "InPersonSession",
  description: "A URL that hands one device from signer to signer.",
});
export type InPersonSession = typeof InPersonSession.Type;

/** The recipient who says that they have the device. */
export const HandOn = Schema.Struct({
  recipientId: Schema.String.annotateKey({ description: "ID of the recipient." }),
}).annotate({ identifier: "HandOn", description: "The recipient who has the device." });
export type HandOn = typeof HandOn.Type;

/** The link of a recipient who has the device. */
export const HandedOn = Schema.Struct({
  token: Schema.String.annotateKey({
    description: "Token of the recipient's link: the document is at `/sign/{token}`.",
  }),
}).annotate({ identifier: "HandedOn", description: "The link of a recipient who has the device." });
export type HandedOn = typeof HandedOn.Type;

/** Who signs next, on whose device. */
export interface NextSigner extends Omit<InPersonQuestion, "isApproval" | "recipient"> {
  /** The recipients whose turn it is; none after all have signed. */
  readonly next: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    readonly isApproval: boolean;
  }>;
  readonly recipients: Ceremony["recipients"];
}

/** What the token of a session shows. */
export type InPersonEntry = { readonly branding: Branding } & (
  | {
      readonly kind: "next";
      readonly origins: ReadonlyArray<string>;
      readonly signer: NextSigner;
      readonly returnUrl: string | null;
    }
  /** The request was declined or cancelled, or has expired. */
  | { readonly kind: "ended"; readonly state: "declined" | "cancelled" | "expired" }
  /** A URL that was not opened yet. */
  | { readonly kind: "unopened" }
  /** A URL that was opened now: the session is at another token. */
  | { readonly kind: "opened"; readonly token: string }
  /** A URL that was opened before, or a session that has expired. */
  | { readonly kind: "over"; readonly origins: ReadonlyArray<string> }
);

/**
 * Hands one device from signer to signer. The link of a signer is created when they confirm their name; after they
 * have finished it shows who signs next.
 */
export class InPersonSessions extends Context.Service<
  InPersonSessions,
  {
    /** A URL that opens a session once; a conflict when no recipient can sign. */
    readonly create: (
      request: SignatureRequestId,
      input: CreateInPersonSession,
    ) => Effect.Effect<InPersonSession, NotFound | InvalidRequest | Conflict>;
    /** What a token shows; none if it shows a document. Does not open a URL. */
    readonly entry: (token: string) => Effect.Effect<Option.Option<InPersonEntry>>;
    /** Opens a URL for the first time; a later one is over. */
    readonly open: (token: string) => Effect.Effect<Option.Option<InPersonEntry>>;
    /**
     * Creates the link of a recipient who has confirmed their name; a conflict when it is not their turn, and for the
     * link of a document.
     */
    readonly handOn: (
      token: string,
      input: HandOn,
      visitor: Visitor,
    ) => Effect.Effect<HandedOn, NotFound | Conflict>;
    /** Fails unless a token works. */
    readonly require: (token: string) => Effect.Effect<void, NotFound>;
  }
>()("@paraph/core/builtin_provider/InPersonSessions") {
  static readonly layer = Layer.effect(
    InPersonSessions,
    Effect.gen(function* () {
      const store = yield* SigningStore;
      const { base } = yield* PublicUrls;
      const { hash, originsOf, exchange } = yield* embeddedTokens;
      const { withLock, log } = yield* EnvelopeTransitions;
      const secret = yield* withRandom(newSecret);

      const create = Effect.fn("InPersonSessions.create")(function* (
        request: SignatureRequestId,
        { host, ...options }: CreateInPersonSession,
      ) {
        const returnUrl = options.returnUrl ?? null;
        const found = yield* store.findByReference(request);
        if (Option.isNone(found)) return yield* NOT_SUPPORTED;
        const createUrl = Effect.fnUntraced(function* (
          envelope: Envelope,
          now: Timestamp,
        ): Effect.fn.Return<InPersonSession, Conflict> {
          const [first] = currentRecipients(envelope.recipients);
          if (envelopeState(envelope, now) !== "open" || first === undefined)
            return yield* NOBODY_CAN_SIGN;
          const token = inPersonToken(yield* secret);
          const expiresAt = DateTime.addDuration(now, URL_LIFETIME);
          const inPerson = { host: oneLine(host.name), confirmed: false, handsOn: { returnUrl } };
          yield* store.addSession(first.id, yield* hash(token), {
            expiresAt,
            authenticated: false,
            embedded: { returnUrl: null },
            used: false,
            inPerson,
          });
          return { url: `${base}/sign/${token}`, expiresAt };
        });
        return yield* withLock(found.value.id, NO_REQUEST, createUrl);
      });

      const anyHolder = Effect.fnUntraced(function* (token: string) {
        if (!isInPersonToken(token) && !isSigningToken(token)) return undefined;
        return Option.getOrUndefined(yield* store.findToken(yield* hash(token)));
      });

      /** The holder of the token of a session. */
      const holderOf = Effect.fnUntraced(function* (token: string) {
        const holder = yield* anyHolder(token);
        return holder?.session?.inPerson?.handsOn === undefined ? undefined : holder;
      });

      /** The holder of a token that works at a time. */
      const workingHolder = Effect.fnUntraced(function* (token: string, now: Timestamp) {
        const holder = yield* anyHolder(token);
        if (holder === undefined) return yield* NO_LINK;
        return isTokenOver(holder.session, now) ? yield* NO_LINK : holder;
      });

      /** Whether a token hands the device on: that of the session, or of a signer who has finished. */
      const handsOn = (token: string, envelope: Envelope, { recipientId }: TokenHolder) =>
        isInPersonToken(token) ||
        envelope.recipients.some(({ id, finishedAt }) => id === recipientId && finishedAt !== null);

      const entry = Effect.fn("InPersonSessions.entry")(function* (
        token: string,
      ): Effect.fn.Return<Option.Option<InPersonEntry>> {
        const holder = yield* holderOf(token);
        const session = holder?.session;
        const envelope =
          holder === undefined
            ? undefined
            : Option.getOrUndefined(yield* store.find(holder.envelopeId));
        if (holder === undefined || envelope === undefined || session?.inPerson === undefined)
          return Option.none();
        if (!handsOn(token, envelope, holder)) return Option.none();
        const { branding } = holder;
        const now = yield* DateTime.now;
        const origins = yield* originsOf(holder);
        if (session.used === true || DateTime.isLessThanOrEqualTo(session.expiresAt, now))
          return Option.some({ kind: "over", origins, branding });
        if (session.used === false) return Option.some({ kind: "unopened", branding });
        const state = envelopeState(envelope, now);
        if (state === "declined" || state === "cancelled" || state === "expired")
          return Option.some({ kind: "ended", state, branding });
        const next = state === "open" ? currentRecipients(envelope.recipients) : [];
        const { host, handsOn: { returnUrl } = { returnUrl: null } } = session.inPerson;
        const signer: NextSigner = {
          sender: envelope.sender,
          host,
          next: next.map((recipient) => ({
            id: recipient.id,
            name: fullName(recipient),
            isApproval: recipient.designation === "Approver",
          })),
          recipients: participantsOf(envelope),
        };
        return Option.some({ kind: "next", origins, branding, signer, returnUrl });
      });

      const open = Effect.fn("InPersonSessions.open")(function* (token: string) {
        const holder = yield* holderOf(token);
        if (holder?.session?.used !== false) return yield* entry(token);
        // Under the lock, so that only one of several requests opens it.
        const opened = yield* withLock(holder.envelopeId, NO_REQUEST, (_, now) =>
          exchange(token, inPersonToken, now),
        ).pipe(Effect.option, Effect.map(Option.getOrUndefined));
        if (opened === undefined) return yield* entry(token);
        const { branding } = holder;
        return Option.some<InPersonEntry>({ kind: "opened", token: opened, branding });
      });

      const require = Effect.fn("InPersonSessions.require")(function* (token: string) {
        yield* workingHolder(token, yield* DateTime.now);
      });

      const handOn = Effect.fn("InPersonSessions.handOn")(function* (
        token: string,
        { recipientId }: HandOn,
        visitor: Visitor,
      ) {
        const { envelopeId } = yield* workingHolder(token, yield* DateTime.now);
        return yield* withLock(
          envelopeId,
          NO_LINK,
          Effect.fnUntraced(function* (
            envelope: Envelope,
            now: Timestamp,
          ): Effect.fn.Return<HandedOn, NotFound | Conflict> {
            // Again under the lock: a correction of the recipient may have removed the link.
            const holder = yield* workingHolder(token, now);
            const inPerson = holder.session?.inPerson;
            if (inPerson?.handsOn === undefined || !handsOn(token, envelope, holder))
              return yield* NOT_A_SESSION;
            const recipient = envelope.recipients.find(({ id }) => id === recipientId);
            if (recipient === undefined) return yield* NO_RECIPIENT;
            const isTurn = currentRecipients(envelope.recipients).includes(recipient);
            if (envelopeState(envelope, now) !== "open" || !isTurn) return yield* NOT_THEIR_TURN;
            const opened = signingToken(yield* secret);
            yield* store.addSession(recipientId, yield* hash(opened), {
              expiresAt: DateTime.addDuration(now, SESSION_LIFETIME),
              authenticated: false,
              embedded: { returnUrl: null },
              inPerson: { ...inPerson, confirmed: true },
            });
            const { host } = inPerson;
            const details = { ...visitorDetails(recipient, visitor), channel: IN_PERSON, host };
            yield* log.append(envelope.id, [
              { at: now, type: "name_confirmed", who: recipientLabel(recipient), details },
            ]);
            return { token: opened };
          }),
        );
      });

      return InPersonSessions.of({ create, entry, open, handOn, require });
    }),
  ).pipe(Layer.provide(EnvelopeTransitions.layer));
}

const NO_REQUEST = NotFound.of("signature request");
const NO_LINK = NotFound.of("signing link");
const NOT_A_SESSION = Conflict.of("This link does not hand a device on");
const NO_RECIPIENT = NotFound.of("recipient");
const NOT_THEIR_TURN = Conflict.of("It is not the recipient's turn to sign");
const NOBODY_CAN_SIGN = Conflict.of(
  "The request has ended, or all recipients have signed: no recipient can sign in person",
);
const NOT_SUPPORTED = InvalidRequest.of([
  { path: "", message: "The provider of this request does not support signatures in person" },
]);
