import { Context, type Effect, Schema } from "effect";

import type { Box } from "../../signatures/mod.ts";
import type { Timestamp } from "../../values/mod.ts";
import type { AdoptedSignature } from "../ceremony/adopted_signature.ts";
import type { Certificate, Seal } from "./certificate.ts";

/** A mark on a page, scaled to its box. */
export type Mark = Box &
  (
    | { readonly kind: "signature"; readonly signature: AdoptedSignature }
    /** One line. */
    | { readonly kind: "text"; readonly text: string }
    /** As many lines as fit. */
    | { readonly kind: "paragraph"; readonly text: string }
    /** A check mark. */
    | { readonly kind: "check" }
  );

/** A sealed document, in which later changes are detectable. */
export interface SealedDocument {
  readonly bytes: Uint8Array;
  /** In hex. */
  readonly sha256: string;
  readonly pageCount: number;
  readonly seal: Seal;
}

/** A document to seal. */
export interface SealInput {
  readonly pdf: Uint8Array;
  readonly marks: ReadonlyArray<Mark>;
  /** The reason that PDF readers show. */
  readonly reason: string;
  /** The time of the seal. */
  readonly at: Timestamp;
  /** The id of the signature request, which is part of the sealed document. */
  readonly requestId: string;
  /** The creation time of the document that PDF readers show. */
  readonly createdAt: Timestamp;
}

/** Sealing failed for an external reason, such as an unreachable time-stamping authority; retry. */
export class SealingDelayed extends Schema.TaggedError<SealingDelayed>()("sealing_delayed", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** Adds marks to documents and seals them, so that any PDF reader detects later changes. */
export class PdfSealer extends Context.Service<
  PdfSealer,
  {
    /** Adds the marks to a document, seals it, and verifies the result. */
    readonly seal: (order: SealInput) => Effect.Effect<SealedDocument, SealingDelayed>;
    /**
     * Renders the certificate of a request that has ended, attaches its `audit.json`, and seals it.
     *
     * @param document The document whose first pages it shows, if they can be drawn; `null` without one.
     */
    readonly certify: (
      certificate: Certificate,
      document: Uint8Array | null,
    ) => Effect.Effect<SealedDocument, SealingDelayed>;
  }
>()("@paraph/core/builtin_provider/PdfSealer") {}
