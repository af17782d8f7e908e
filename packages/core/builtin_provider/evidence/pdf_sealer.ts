import { Context, type Effect, Schema } from "effect";

import type { Box } from "../../signatures/mod.ts";
import type { Timestamp } from "../../values/mod.ts";
import type { AdoptedSignature } from "../ceremony/adopted_signature.ts";
import type { Certificate, Seal } from "./certificate.ts";

/** What is put onto a page: within a box, as large as it fits. */
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

/** A document that shows every change made to it from now on. */
export interface SealedDocument {
  readonly bytes: Uint8Array;
  /** In hex. */
  readonly sha256: string;
  readonly pageCount: number;
  readonly seal: Seal;
}

/** What is to be sealed. */
export interface SealInput {
  readonly pdf: Uint8Array;
  readonly marks: ReadonlyArray<Mark>;
  /** Why, as PDF readers show it. */
  readonly reason: string;
  /** The moment the seal claims. */
  readonly at: Timestamp;
  /** The signature request, which the sealed document names. */
  readonly requestId: string;
  /** When the document was made, as PDF readers show it. */
  readonly createdAt: Timestamp;
}

/** Sealing failed for something outside of the document, such as a time-stamping authority. */
export class SealingDelayed extends Schema.TaggedError<SealingDelayed>()("sealing_delayed", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {}

/** Puts marks on documents and seals them, so that any PDF reader tells whether they were changed. */
export class PdfSealer extends Context.Service<
  PdfSealer,
  {
    /** Stamps a document and seals it once. What comes out was verified. */
    readonly seal: (order: SealInput) => Effect.Effect<SealedDocument, SealingDelayed>;
    /** Draws the certificate of a completed request, attaches its `audit.json`, and seals it. */
    readonly certify: (certificate: Certificate) => Effect.Effect<SealedDocument, SealingDelayed>;
  }
>()("@paraph/core/builtin_provider/PdfSealer") {}
