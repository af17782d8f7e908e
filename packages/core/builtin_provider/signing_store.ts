import { type Array, Context, DateTime, type Effect, type Option } from "effect";

import type { Branding } from "../projects/mod.ts";
import type { RecipientContact, RecipientDefinition } from "../signatures/mod.ts";
import type { SignatureRequestId, Timestamp } from "../values/mod.ts";
import type { Challenge } from "./authentication/challenge.ts";
import type {
  Envelope,
  EnvelopeState,
  RecipientDeliveries,
  RecipientProgress,
} from "./envelope.ts";
import type { AuditHead } from "./evidence/audit_trail.ts";

/** The recipient that a token belongs to. */
export interface TokenHolder {
  readonly envelopeId: string;
  readonly recipientId: string;
  /** The branding of the project that sent the document. */
  readonly branding: Branding;
  /** The session of the token; `null` for a link in an email. */
  readonly session: TokenSession | null;
}

/** A token that ends. */
export interface TokenSession {
  readonly expiresAt: Timestamp;
  /** `false` if its holder must still enter a code, if the recipient has one. */
  readonly authenticated?: boolean;
  /** The page of the sender that frames the document; absent outside of one. */
  readonly embedded?: { readonly returnUrl: string | null };
  /** The host of a signature in person; absent for others. Its holder must first confirm their name. */
  readonly inPerson?: {
    readonly host: string;
    readonly confirmed: boolean;
    /** The session in which the device is handed on from signer to signer, and the page after it; absent for one. */
    readonly handsOn?: { readonly returnUrl: string | null };
  };
  /** Whether a URL that opens the document once was opened; absent for other tokens. */
  readonly used?: boolean;
  /** Whether it ended because another person signs in place of its holder; absent for other tokens. */
  readonly replaced?: boolean;
}

/** Whether a token no longer gives access at a time, or does not yet: a URL must be opened first. */
export function isTokenOver(session: TokenSession | null, now: Timestamp): boolean {
  return (
    session !== null &&
    (session.used !== undefined ||
      session.replaced === true ||
      DateTime.isLessThanOrEqualTo(session.expiresAt, now))
  );
}

/** A stored event of an audit trail: its canonical JSON and the hash of that. */
export interface StoredAuditEvent {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

/** The stored events of an audit trail, and its head. */
export interface StoredAudit {
  readonly events: ReadonlyArray<StoredAuditEvent>;
  readonly head: AuditHead;
}

/** Stores envelopes, their recipients and their audit trails. */
export class SigningStore extends Context.Service<
  SigningStore,
  {
    /** Adds an envelope unless its reference has one; whether it was added. */
    readonly add: (envelope: Envelope) => Effect.Effect<boolean>;
    readonly find: (id: string) => Effect.Effect<Option.Option<Envelope>>;
    readonly findByReference: (
      reference: SignatureRequestId,
    ) => Effect.Effect<Option.Option<Envelope>>;
    /** An envelope, locked until the transaction ends. */
    readonly lock: (id: string) => Effect.Effect<Option.Option<Envelope>>;
    /** The envelope of a recipient, locked until the transaction ends. */
    readonly lockByRecipient: (recipientId: string) => Effect.Effect<Option.Option<Envelope>>;
    readonly updateState: (
      id: string,
      end: {
        readonly state: EnvelopeState;
        readonly endedAt: Timestamp | null;
        readonly endReason: string | null;
      },
    ) => Effect.Effect<void>;
    readonly updateRecipient: (
      recipientId: string,
      progress: Partial<
        RecipientProgress &
          RecipientDeliveries &
          RecipientContact &
          Pick<RecipientDefinition, "authentication">
      >,
    ) => Effect.Effect<void>;
    /** Changes when an envelope expires. */
    readonly updateExpiry: (id: string, expiresAt: Timestamp) => Effect.Effect<void>;
    /** Adds a link for a recipient, by the SHA-256 of its token. */
    readonly addToken: (recipientId: string, sha256: Uint8Array) => Effect.Effect<void>;
    /** Ends all links and sessions of a recipient whom another person replaces. */
    readonly replaceTokens: (recipientId: string, at: Timestamp) => Effect.Effect<void>;
    /** Adds the token of a session, by its SHA-256. */
    readonly addSession: (
      recipientId: string,
      sha256: Uint8Array,
      session: TokenSession,
    ) => Effect.Effect<void>;
    /** Replaces the session of a token. */
    readonly updateSession: (sha256: Uint8Array, session: TokenSession) => Effect.Effect<void>;
    /** The code of a recipient and the attempts to enter it. */
    readonly challenge: (recipientId: string) => Effect.Effect<Option.Option<Challenge>>;
    readonly saveChallenge: (recipientId: string, challenge: Challenge) => Effect.Effect<void>;
    readonly findToken: (sha256: Uint8Array) => Effect.Effect<Option.Option<TokenHolder>>;
    /** The head of an envelope's audit trail, which is stored separately from the trail. */
    readonly auditHead: (id: string) => Effect.Effect<AuditHead>;
    /** Appends events to an envelope's audit trail, of which the last becomes the head. */
    readonly addAudit: (
      id: string,
      events: Array.NonEmptyReadonlyArray<StoredAuditEvent>,
    ) => Effect.Effect<void>;
    /** The stored events of an envelope's audit trail, in order, and the head at the same time. */
    readonly audit: (id: string) => Effect.Effect<Option.Option<StoredAudit>>;
  }
>()("@paraph/core/builtin_provider/SigningStore") {}
