import { Schema } from "effect";

/** The SHA-256 of a blob's bytes, in hex. */
export const BlobId = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)).pipe(
  Schema.brand("BlobId"),
);
export type BlobId = typeof BlobId.Type;

/** A stored blob and its size. */
export const BlobRef = Schema.Struct({ id: BlobId, byteSize: Schema.Int });
export type BlobRef = typeof BlobRef.Type;
