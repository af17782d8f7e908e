import { Context, type Effect, type Option } from "effect";

import type { SignatureRequestId, Timestamp } from "../values/mod.ts";
import type { EnvelopeState, RecipientProgress, Envelope } from "./envelope.ts";
import type { AuditHead } from "./evidence/audit_trail.ts";

/** Whose link a token is. */
export interface TokenHolder {
  readonly envelopeId: string;
  readonly recipientId: string;
}

/** An event of an audit trail as it is kept: its canonical JSON and the hash of that. */
export interface StoredAuditEvent {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

/** Keeps envelopes, their recipients and what happened to them. */
export class SigningStore extends Context.Service<
  SigningStore,
  {
    /** Keeps an envelope, unless there is one of its reference already; tells whether it did. */
    readonly add: (envelope: Envelope) => Effect.Effect<boolean>;
    readonly find: (id: string) => Effect.Effect<Option.Option<Envelope>>;
    readonly findByReference: (
      reference: SignatureRequestId,
    ) => Effect.Effect<Option.Option<Envelope>>;
    /** An envelope as it is now and stays until the transaction ends: others wait until then. */
    readonly lock: (id: string) => Effect.Effect<Option.Option<Envelope>>;
    /** The same for the envelope of a recipient. */
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
      progress: Partial<RecipientProgress>,
    ) => Effect.Effect<void>;
    /** Gives a recipient one more link, by the SHA-256 of its token. */
    readonly addToken: (recipientId: string, sha256: Uint8Array) => Effect.Effect<void>;
    readonly findToken: (sha256: Uint8Array) => Effect.Effect<Option.Option<TokenHolder>>;
    /** How far the audit trail of an envelope has got, which is kept apart from the trail. */
    readonly auditHead: (id: string) => Effect.Effect<AuditHead>;
    readonly addAudit: (id: string, event: StoredAuditEvent) => Effect.Effect<void>;
    /** The audit trail of an envelope in order, as it was written. */
    readonly audit: (id: string) => Effect.Effect<ReadonlyArray<StoredAuditEvent>>;
  }
>()("@paraph/core/builtin_provider/SigningStore") {}
