import { Context, type Effect } from "effect";

import type { Timestamp } from "../../values/mod.ts";
import type { Seal } from "../evidence/certificate.ts";

/** A file with a valid digital signature of this deployment. */
export interface VerifiedDocument {
  readonly kind: "valid";
  /** In hex. */
  readonly sha256: string;
  /** The distinguished name and the SHA-256 of the signing certificate. */
  readonly signer: Pick<Seal, "subject" | "fingerprint">;
  /** The signing time by the clock of the server; `null` without one. */
  readonly signedAt: Timestamp | null;
  /** Its signature is verified, trust in its authority is not; `null` without a time stamp. */
  readonly timestamp: Seal["timestamp"];
  /** The signature request in its metadata; `null` without one. */
  readonly requestId: string | null;
  /** The attached audit trail, which certificates have; `null` without one. */
  readonly audit: {
    /** The SHA-256 of the signed document, in hex; `null` for requests that were not completed. */
    readonly sealedSha256: string | null;
    /** The hash of the last event, in hex. */
    readonly head: string;
  } | null;
}

/** Why a file is not valid. */
export type InvalidKind =
  /** It is no PDF. */
  | "notPdf"
  /** It has no digital signature. */
  | "unsigned"
  /** It was changed after it was signed, or its signature is damaged. */
  | "changed"
  /** It is unchanged, but not signed with a certificate of this deployment. */
  | "untrusted"
  /** Reading it takes too much time or memory. */
  | "tooComplex";

/** The result of verifying a file. */
export type DocumentVerification = VerifiedDocument | { readonly kind: InvalidKind };

/** Verifies files with the rules of `paraph verify` and the certificates of this deployment. */
export class DocumentVerifier extends Context.Service<
  DocumentVerifier,
  {
    /** Verifies any file. Nothing of it is stored. */
    readonly verify: (file: Uint8Array) => Effect.Effect<DocumentVerification>;
  }
>()("@paraph/core/builtin_provider/DocumentVerifier") {}
