import { Context, type Effect, Schema } from "effect";

import type { SealingDelayed } from "./pdf_sealer.ts";

/** A signed document and its certificate, to combine in one file. */
export interface DocumentsToCombine {
  readonly requestId: string;
  /** The name of the request, which is the bookmark of the document. */
  readonly name: string;
  readonly signed: Uint8Array;
  readonly certificate: Uint8Array;
}

/** The documents cannot be combined, for example because one of them is encrypted. */
export class Uncombinable extends Schema.TaggedError<Uncombinable>()("uncombinable", {
  message: Schema.String,
}) {}

/** Combines signed documents with their certificates. */
export class PdfCombiner extends Context.Service<
  PdfCombiner,
  {
    /**
     * The pages of both documents in one file, with the attached audit trail. Their seals cover other bytes, so the
     * file has a seal of its own, of the time when it is combined.
     */
    readonly combine: (
      documents: DocumentsToCombine,
    ) => Effect.Effect<Uint8Array, SealingDelayed | Uncombinable>;
  }
>()("@paraph/core/builtin_provider/PdfCombiner") {}
