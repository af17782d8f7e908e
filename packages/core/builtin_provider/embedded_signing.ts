import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect";
import { Digest } from "effect/crypto";

import { PartnerStore } from "../admin/mod.ts";
import { type Branding, NO_BRANDING } from "../projects/mod.ts";
import { RedirectUrl } from "../signatures/mod.ts";
import {
  Conflict,
  describeEncoded,
  InvalidRequest,
  newSecret,
  NotFound,
  PublicUrls,
  type SignatureRequestId,
  Timestamp,
  withRandom,
} from "../values/mod.ts";
import { isSigningToken, signingToken } from "./ceremony/signing_token.ts";
import { currentRecipients, type Envelope, envelopeState } from "./envelope.ts";
import { EnvelopeTransitions } from "./envelope_transitions.ts";
import { SigningStore, type TokenHolder } from "./signing_store.ts";

/** A request for a URL that shows the document in a page of the sender (contract §11). */
export const CreateSigningUrl = Schema.Struct({
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

/** What a link opens, and the branding of its sender; none for an unknown link. */
export type EmbeddedEntry = EntryKind & { readonly branding: Branding };

type EntryKind =
  /** A link in an email. */
  | { readonly kind: "link" }
  /** The document in a frame. */
  | { readonly kind: "framed"; readonly origins: ReadonlyArray<string> }
  /** A URL that was not opened yet. */
  | { readonly kind: "unopened" }
  /** A URL that was opened now: the document is at another token. */
  | { readonly kind: "opened"; readonly token: string }
  /** A URL that was opened before, or has expired. */
  | { readonly kind: "over"; readonly origins: ReadonlyArray<string> };

const URL_LIFETIME = Duration.minutes(15);

/** How long the document can be signed after it was opened. */
const SESSION_LIFETIME = Duration.hours(2);

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
    /** Opens a URL for the first time; a later one is over. */
    readonly open: (token: string) => Effect.Effect<EmbeddedEntry>;
  }
>()("@paraph/core/builtin_provider/EmbeddedSigning") {
  static readonly layer = Layer.effect(
    EmbeddedSigning,
    Effect.gen(function* () {
      const store = yield* SigningStore;
      const partners = yield* PartnerStore;
      const digest = yield* Digest.Digest;
      const { base } = yield* PublicUrls;
      const { withLock } = yield* EnvelopeTransitions;
      const secret = yield* withRandom(newSecret);
      const hash = (token: string) => digest.digest(Digest.sha256, new TextEncoder().encode(token));

      const createUrl = Effect.fn("EmbeddedSigning.createUrl")(function* (
        request: SignatureRequestId,
        recipientId: string,
        { returnUrl = null }: { readonly returnUrl?: string | null },
      ) {
        const found = yield* store.findByReference(request);
        if (Option.isNone(found)) return yield* NOT_SUPPORTED;
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
          const session = { expiresAt, authenticated: false, embedded: { returnUrl }, used: false };
          yield* store.addSession(recipientId, yield* hash(token), session);
          return { url: `${base}/sign/${token}`, expiresAt };
        });
        return yield* withLock(found.value.id, NO_RECIPIENT, create);
      });

      const findHolder = Effect.fnUntraced(function* (token: string) {
        if (!isSigningToken(token)) return undefined;
        return Option.getOrUndefined(yield* store.findToken(yield* hash(token)));
      });

      const originsOf = Effect.fnUntraced(function* ({ envelopeId }: TokenHolder) {
        const envelope = yield* store.find(envelopeId);
        if (Option.isNone(envelope)) return [];
        const partner = yield* partners.findByProject(envelope.value.projectId);
        return Option.match(partner, {
          onNone: () => [],
          onSome: ({ allowedOrigins }) => allowedOrigins,
        });
      });

      const entry = Effect.fn("EmbeddedSigning.entry")(function* (
        token: string,
      ): Effect.fn.Return<EmbeddedEntry> {
        const holder = yield* findHolder(token);
        const { branding = NO_BRANDING } = holder ?? {};
        if (holder?.session?.embedded === undefined) return { kind: "link", branding };
        const origins = yield* originsOf(holder);
        const isOver = DateTime.isLessThanOrEqualTo(holder.session.expiresAt, yield* DateTime.now);
        if (isOver || holder.session.used === true) return { kind: "over", origins, branding };
        return holder.session.used === false
          ? { kind: "unopened", branding }
          : { kind: "framed", origins, branding };
      });

      /** Exchanges a URL that was not opened yet for a session. */
      const exchange = Effect.fnUntraced(function* (token: string, now: Timestamp) {
        const holder = yield* findHolder(token);
        const session = holder?.session;
        if (holder === undefined || session?.used !== false) return undefined;
        if (DateTime.isLessThanOrEqualTo(session.expiresAt, now)) return undefined;
        yield* store.updateSession(yield* hash(token), { ...session, used: true });
        const opened = signingToken(yield* secret);
        const { used: _, ...rest } = session;
        const expiresAt = DateTime.addDuration(now, SESSION_LIFETIME);
        yield* store.addSession(holder.recipientId, yield* hash(opened), { ...rest, expiresAt });
        return opened;
      });

      const open = Effect.fn("EmbeddedSigning.open")(function* (token: string) {
        const holder = yield* findHolder(token);
        if (holder?.session?.used !== false) return yield* entry(token);
        // Under the lock, so that only one of several requests opens it.
        const opened = yield* Effect.option(
          withLock(holder.envelopeId, NO_RECIPIENT, (_, now) => exchange(token, now)),
        );
        const newToken = Option.getOrUndefined(opened);
        if (newToken === undefined) return yield* entry(token);
        const { branding } = holder;
        const result: EmbeddedEntry = { kind: "opened", token: newToken, branding };
        return result;
      });

      return EmbeddedSigning.of({ createUrl, entry, open });
    }),
  ).pipe(Layer.provide(EnvelopeTransitions.layer));
}

const NO_RECIPIENT = NotFound.of("recipient");
const NOT_THEIR_TURN = Conflict.of("It is not the recipient's turn to sign");
const NOT_SUPPORTED = InvalidRequest.of([
  { path: "", message: "The provider of this request does not support signing in a frame" },
]);
