import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import { type Branding, NO_BRANDING } from "../projects/mod.ts";
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
  visibleName,
  withRandom,
} from "../values/mod.ts";
import type { SigningStep } from "./ceremony/ceremony.ts";
import { isSigningToken, signingToken } from "./ceremony/signing_token.ts";
import { embeddedTokens, oneLine, URL_LIFETIME } from "./embedded_tokens.ts";
import { ceremonyState, currentRecipients, type Envelope, envelopeState } from "./envelope.ts";
import { EnvelopeTransitions } from "./envelope_transitions.ts";
import { IN_PERSON, recipientLabel, visitorDetails } from "./evidence/event_details.ts";
import { isTokenOver, SigningStore, type TokenHolder } from "./signing_store.ts";

/** The person who provides the device for signatures in person. */
export const SigningHost = Schema.Struct({
  name: visibleName(200).annotateKey({
    description: "Name of the person who provides the device, 1 to 200 characters.",
  }),
}).annotate({
  identifier: "SigningHost",
  description: "The person who provides the device for a signature in person.",
});

/** A request for a URL that shows the document in a page of the sender (contract §11). */
export const CreateSigningUrl = Schema.Struct({
  mode: Schema.optionalKey(Schema.Literal("inPerson")).annotateKey({
    description:
      "`inPerson`: the recipient signs on a device of the `host`, and first confirms their name. Default: the recipient signs in your page.",
  }),
  host: Schema.optionalKey(SigningHost).annotateKey({
    description: "Who provides the device. Required with `mode`.",
  }),
  returnUrl: Schema.optionalKey(RedirectUrl).annotateKey({
    description:
      "`https` URL that the frame opens after the recipient has signed. Default: the page that confirms it.",
  }),
}).annotate({
  identifier: "CreateSigningUrl",
  description: "A URL that shows the document in a frame of your page.",
});
export type CreateSigningUrl = typeof CreateSigningUrl.Type;

/** A URL that shows the document once. */
export const SigningUrl = Schema.Struct({
  url: Schema.String.annotateKey({
    description: "URL for the frame. It opens once, only in pages of the allowed origins.",
  }),
  expiresAt: Timestamp.pipe(describeEncoded("When the URL expires, 15 minutes from now.")),
}).annotate({
  identifier: "SigningUrl",
  description: "A URL that shows the document to a recipient once.",
});
export type SigningUrl = typeof SigningUrl.Type;

/** Who is asked to confirm their name, on whose device. */
export interface InPersonQuestion {
  readonly sender: string;
  readonly recipient: string;
  readonly isApproval: boolean;
  readonly host: string;
}

/** What a link opens, and the branding of its sender; none for an unknown link. */
export type EmbeddedEntry = EntryKind & { readonly branding: Branding };

type EntryKind =
  /** A link in an email. */
  | { readonly kind: "link" }
  /** A session that a code has started, and that is over. */
  | { readonly kind: "ended" }
  /** A link of someone whom another person has replaced, and who sent the request. */
  | { readonly kind: "replaced"; readonly sender: string }
  /** The document in a frame. */
  | { readonly kind: "framed"; readonly origins: ReadonlyArray<string> }
  /** The question who has the device, before the document. */
  | {
      readonly kind: "inPerson";
      readonly origins: ReadonlyArray<string>;
      readonly question: InPersonQuestion;
    }
  /** A URL that was not opened yet. */
  | { readonly kind: "unopened" }
  /** A URL that was opened now: the document is at another token. */
  | { readonly kind: "opened"; readonly token: string }
  /** A URL that was opened before, or has expired. */
  | { readonly kind: "over"; readonly origins: ReadonlyArray<string> };

/** Shows documents to recipients in pages of the sender. */
export class EmbeddedSigning extends Context.Service<
  EmbeddedSigning,
  {
    /** A URL that shows the document once; a conflict when it is not the recipient's turn. */
    readonly createUrl: (
      request: SignatureRequestId,
      recipientId: string,
      input: CreateSigningUrl,
    ) => Effect.Effect<SigningUrl, NotFound | InvalidRequest | Conflict>;
    /** What a token opens. */
    readonly entry: (token: string) => Effect.Effect<EmbeddedEntry>;
    /** Records that the recipient has confirmed their name on the device of a host. */
    readonly confirm: (
      token: string,
      visitor: Visitor,
    ) => Effect.Effect<SigningStep, NotFound | Conflict>;
    /** Opens a URL for the first time; a later one is over. */
    readonly open: (token: string) => Effect.Effect<EmbeddedEntry>;
  }
>()("@paraph/core/builtin_provider/EmbeddedSigning") {
  static readonly layer = Layer.effect(
    EmbeddedSigning,
    Effect.gen(function* () {
      const store = yield* SigningStore;
      const { hash, originsOf, exchange } = yield* embeddedTokens;
      const { base } = yield* PublicUrls;
      const { withLock, log } = yield* EnvelopeTransitions;
      const secret = yield* withRandom(newSecret);

      const createUrl = Effect.fn("EmbeddedSigning.createUrl")(function* (
        request: SignatureRequestId,
        recipientId: string,
        { mode, host, ...options }: CreateSigningUrl,
      ) {
        const returnUrl = options.returnUrl ?? null;
        const found = yield* store.findByReference(request);
        if (Option.isNone(found)) return yield* mode === undefined ? NOT_SUPPORTED : NOT_IN_PERSON;
        if ((mode === undefined) !== (host === undefined))
          return yield* mode === undefined ? NO_MODE : NO_HOST;
        const inPerson =
          host === undefined ? {} : { inPerson: { host: oneLine(host.name), confirmed: false } };
        const create = Effect.fnUntraced(function* (
          envelope: Envelope,
          now: Timestamp,
        ): Effect.fn.Return<SigningUrl, NotFound | Conflict> {
          const recipient = envelope.recipients.find(({ id }) => id === recipientId);
          if (recipient === undefined) return yield* NO_RECIPIENT;
          const isTurn = currentRecipients(envelope.recipients).includes(recipient);
          if (envelopeState(envelope, now) !== "open" || !isTurn) return yield* NOT_THEIR_TURN;
          const token = signingToken(yield* secret);
          const expiresAt = DateTime.addDuration(now, URL_LIFETIME);
          const session = {
            expiresAt,
            authenticated: false,
            embedded: { returnUrl },
            used: false,
            ...inPerson,
          };
          yield* store.addSession(recipientId, yield* hash(token), session);
          return { url: `${base}/sign/${token}`, expiresAt };
        });
        return yield* withLock(found.value.id, NO_RECIPIENT, create);
      });

      const findHolder = Effect.fnUntraced(function* (token: string) {
        if (!isSigningToken(token)) return undefined;
        return Option.getOrUndefined(yield* store.findToken(yield* hash(token)));
      });

      const entry = Effect.fn("EmbeddedSigning.entry")(function* (
        token: string,
      ): Effect.fn.Return<EmbeddedEntry> {
        const holder = yield* findHolder(token);
        const { branding = NO_BRANDING } = holder ?? {};
        if (holder?.session?.replaced === true) {
          const envelope = yield* store.find(holder.envelopeId);
          if (Option.isSome(envelope))
            return { kind: "replaced", sender: envelope.value.sender, branding };
        }
        if (holder?.session?.embedded === undefined) {
          const hasEnded = isTokenOver(holder?.session ?? null, yield* DateTime.now);
          return { kind: hasEnded ? "ended" : "link", branding };
        }
        const origins = yield* originsOf(holder);
        const isOver = DateTime.isLessThanOrEqualTo(holder.session.expiresAt, yield* DateTime.now);
        if (isOver || holder.session.used === true) return { kind: "over", origins, branding };
        if (holder.session.used === false) return { kind: "unopened", branding };
        const { inPerson } = holder.session;
        const envelope =
          inPerson?.confirmed === false ? yield* store.find(holder.envelopeId) : Option.none();
        const question = Option.flatMap(envelope, (each) =>
          questionOf(each, holder, inPerson?.host ?? ""),
        );
        return Option.isNone(question)
          ? { kind: "framed", origins, branding }
          : { kind: "inPerson", origins, branding, question: question.value };
      });

      /** Confirms the name of the holder, under the lock of the envelope. */
      const confirm = Effect.fn("EmbeddedSigning.confirm")(function* (
        token: string,
        visitor: Visitor,
      ) {
        const found = yield* findHolder(token);
        if (found === undefined) return yield* NO_LINK;
        return yield* withLock(
          found.envelopeId,
          NO_LINK,
          Effect.fnUntraced(function* (
            envelope: Envelope,
            now: Timestamp,
          ): Effect.fn.Return<SigningStep, NotFound | Conflict> {
            // Again under the lock: a correction of the recipient may have removed the link.
            const holder = yield* findHolder(token);
            const session = holder?.session;
            const recipient = envelope.recipients.find(({ id }) => id === holder?.recipientId);
            if (session === undefined || recipient === undefined) return yield* NO_LINK;
            if (session?.inPerson === undefined) return yield* NO_QUESTION;
            const isOver = DateTime.isLessThanOrEqualTo(session.expiresAt, now);
            if (isOver || session.used !== undefined) return yield* NO_LINK;
            const state = ceremonyState(envelope, recipient, now);
            if (session.inPerson.confirmed) return { state };
            const isTurn = currentRecipients(envelope.recipients).includes(recipient);
            if (state !== "open" || !isTurn) return yield* NOT_THEIR_TURN;
            const { host } = session.inPerson;
            yield* store.updateSession(yield* hash(token), {
              ...session,
              inPerson: { host, confirmed: true },
            });
            const details = { ...visitorDetails(recipient, visitor), channel: IN_PERSON, host };
            yield* log.append(envelope.id, [
              { at: now, type: "name_confirmed", who: recipientLabel(recipient), details },
            ]);
            return { state };
          }),
        );
      });

      const open = Effect.fn("EmbeddedSigning.open")(function* (token: string) {
        const holder = yield* findHolder(token);
        if (holder?.session?.used !== false) return yield* entry(token);
        // Under the lock, so that only one of several requests opens it.
        const opened = yield* Effect.option(
          withLock(holder.envelopeId, NO_RECIPIENT, (_, now) => exchange(token, signingToken, now)),
        );
        const newToken = Option.getOrUndefined(opened);
        if (newToken === undefined) return yield* entry(token);
        const { branding } = holder;
        const result: EmbeddedEntry = { kind: "opened", token: newToken, branding };
        return result;
      });

      return EmbeddedSigning.of({ createUrl, entry, confirm, open });
    }),
  ).pipe(Layer.provide(EnvelopeTransitions.layer));
}

/** The question to the holder of a link, while they can sign. */
function questionOf(
  envelope: Envelope,
  { recipientId }: TokenHolder,
  host: string,
): Option.Option<InPersonQuestion> {
  const recipient = envelope.recipients.find(({ id }) => id === recipientId);
  if (recipient === undefined || recipient.finishedAt !== null) return Option.none();
  return Option.some({
    sender: envelope.sender,
    recipient: fullName(recipient),
    isApproval: recipient.designation === "Approver",
    host,
  });
}

const NO_QUESTION = Conflict.of("This link is not for a signature in person");
const NO_LINK = NotFound.of("signing link");
const NO_RECIPIENT = NotFound.of("recipient");
const NOT_THEIR_TURN = Conflict.of("It is not the recipient's turn to sign");
const NOT_IN_PERSON = InvalidRequest.of([
  { path: "mode", message: "The provider of this request does not support signatures in person" },
]);
const NO_HOST = InvalidRequest.of([
  { path: "host", message: 'Is required with the mode "inPerson"' },
]);
const NO_MODE = InvalidRequest.of([{ path: "host", message: 'Needs the mode "inPerson"' }]);
const NOT_SUPPORTED = InvalidRequest.of([
  { path: "", message: "The provider of this request does not support signing in a frame" },
]);
