import type { Logo } from "../../projects/mod.ts";
import type { AuthenticationMethod, Designation, FieldType } from "../../signatures/mod.ts";
import type { Language, Timestamp } from "../../values/mod.ts";
import type { AdoptedSignature } from "../ceremony/adopted_signature.ts";
import type { Consent } from "../ceremony/consent/recipient_consent.ts";
import type { UnsuccessfulOutcome } from "../emails/signing_email.ts";
import type { AuditType } from "./audit_trail.ts";
import type { InvitationOutcome } from "./recipient_timeline.ts";

/** The actions of a recipient, and their evidence. */
export interface CertifiedRecipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly designation: Designation;
  readonly order: number;
  /** How the recipient was identified: by the personal link alone, or by what else they had. */
  readonly authentication: AuthenticationMethod | "link" | "embedded";
  /** The phone number that received the code of `sms_code`; `null` for other methods. */
  readonly phone: string | null;
  /** Who provided the device of a signature in person; `null` for others. */
  readonly host: string | null;
  /** The recipient in whose place this person signs; `null` without a delegation. */
  readonly delegatedBy: string | null;
  readonly invitedAt: Timestamp | null;
  /** The outcome of the invitation at `invitedAt`. */
  readonly invitation: InvitationOutcome;
  readonly viewedAt: Timestamp | null;
  readonly consentedAt: Timestamp | null;
  /** The language of the consent text. */
  readonly consentLanguage: Language;
  /** When the recipient signed or approved. */
  readonly finishedAt: Timestamp | null;
  readonly declinedAt: Timestamp | null;
  /** The time zone of the recipient's browser at the signature; `null` if it is unknown. */
  readonly timeZone: string | null;
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
  readonly signature: AdoptedSignature | null;
  readonly initials: AdoptedSignature | null;
  /** The filled fields, and the SHA-256 of each value in hex. */
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
  readonly type: AuditType | "delegated";
  /** The email address that it is about, if any. */
  readonly email: string | null;
  /** The name of the actor. */
  readonly who: string;
  /** In hex; covers all events before it. */
  readonly hash: string;
}

/** What a certificate shows of its sender (contract §11). */
export interface CertificateBranding {
  readonly name: string | null;
  readonly logo: Logo | null;
  readonly footer: string | null;
}

/** The end of a request that has a certificate. */
export type CertifiedOutcome = "completed" | UnsuccessfulOutcome;

/** The content of the certificate of a request that has ended (contract §8 and §11). */
export interface Certificate {
  /** The language of its texts. */
  readonly language: Language;
  readonly requestId: string;
  readonly name: string;
  /** The name of the project that sent it. */
  readonly sender: string;
  readonly createdAt: Timestamp;
  readonly outcome: CertifiedOutcome;
  /** When all had finished, or the request ended otherwise. */
  readonly endedAt: Timestamp;
  /** Why it was declined or cancelled, if a reason was given. */
  readonly reason: string | null;
  readonly document: {
    readonly pageCount: number;
    /** The SHA-256 of the original document, in hex. */
    readonly originalSha256: string;
    /** The SHA-256 of the sealed document, in hex; `null` without one. */
    readonly sealedSha256: string | null;
  };
  /** The seal of the document; `null` without a signed document. */
  readonly seal: Seal | null;
  /** The consent texts of the recipients, each once. */
  readonly consents: ReadonlyArray<Consent & { readonly sha256: string }>;
  readonly recipients: ReadonlyArray<CertifiedRecipient>;
  readonly events: ReadonlyArray<CertifiedEvent>;
  /** The hash of the last event, which covers all events. */
  readonly head: string;
  /** The attached audit trail. */
  readonly auditJson: string;
  /** The URL of the page that verifies it, which its QR code has. */
  readonly verificationUrl: string;
  readonly branding: CertificateBranding;
}

/** The facts to verify a seal. */
export interface Seal {
  /** The distinguished name of the signing certificate, such as `CN=Paraph, O=Example`. */
  readonly subject: string;
  /** The SHA-256 of the signing certificate, in hex. */
  readonly fingerprint: string;
  /** The SHA-256 of the last certificate of its chain, in hex; `null` without a chain. */
  readonly rootFingerprint: string | null;
  /** Whether the signing certificate is self-signed, without a certificate authority. */
  readonly selfSigned: boolean;
  readonly level: "PAdES B-B" | "PAdES B-T";
  /** The time of sealing by the clock of the server. */
  readonly at: Timestamp;
  /** The time of a time-stamping authority, and its distinguished name; `null` without one. */
  readonly timestamp: { readonly at: Timestamp; readonly authority: string } | null;
}
