import type { Designation, FieldType } from "../../signatures/mod.ts";
import type { Timestamp } from "../../values/mod.ts";
import type { AdoptedSignature } from "../ceremony/adopted_signature.ts";
import type { InvitationOutcome } from "./recipient_timeline.ts";

/** What one recipient did, and how we know. */
export interface CertifiedRecipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly designation: Designation;
  readonly order: number;
  /** How they were known: by a link that was emailed to them alone. */
  readonly authentication: string;
  readonly invitedAt: Timestamp | null;
  /** What became of their invitation at `invitedAt`. */
  readonly invitation: InvitationOutcome;
  readonly viewedAt: Timestamp | null;
  readonly consentedAt: Timestamp | null;
  /** When they signed or approved. */
  readonly finishedAt: Timestamp | null;
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
  readonly signature: AdoptedSignature | null;
  readonly initials: AdoptedSignature | null;
  /** What they filled in, and the SHA-256 of each value in hex. */
  readonly fields: ReadonlyArray<{
    readonly type: FieldType;
    readonly page: number;
    readonly sha256: string;
  }>;
}

/** A line of the audit trail. */
export interface CertifiedEvent {
  readonly seq: number;
  readonly at: Timestamp;
  /** What happened, in words. */
  readonly what: string;
  /** Who did it, in words. */
  readonly who: string;
  /** In hex; each covers the one before it. */
  readonly hash: string;
}

/** What the certificate of a completed request says (contract §8). */
export interface Certificate {
  readonly requestId: string;
  readonly name: string;
  /** Who sent it: the project. */
  readonly sender: string;
  readonly createdAt: Timestamp;
  readonly completedAt: Timestamp;
  readonly document: {
    readonly pageCount: number;
    /** SHA-256 in hex of what was sent, and of what came of it. */
    readonly originalSha256: string;
    readonly sealedSha256: string;
  };
  readonly seal: Seal;
  readonly consent: { readonly text: string; readonly sha256: string };
  readonly recipients: ReadonlyArray<CertifiedRecipient>;
  readonly events: ReadonlyArray<CertifiedEvent>;
  /** The hash of the last event: it covers all of them. */
  readonly head: string;
  /** The whole audit trail, as it is attached. */
  readonly auditJson: string;
}

/** What a seal is, for whoever wants to check it. */
export interface Seal {
  /** The distinguished name of who sealed, such as `CN=Paraph, O=Example`. */
  readonly subject: string;
  /** The SHA-256 of the sealing certificate, in hex. */
  readonly fingerprint: string;
  /** Whether the certificate is of our own making, so that nobody else vouches for it. */
  readonly selfSigned: boolean;
  readonly level: "PAdES B-B" | "PAdES B-T";
  /** When it was made, by the clock of this service. */
  readonly at: Timestamp;
  /** What a time-stamping authority says; `null` without one. */
  readonly timestamp: Timestamp | null;
}
