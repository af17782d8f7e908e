import type { Timestamp } from "../values/mod.ts";

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
