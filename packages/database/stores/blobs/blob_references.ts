import type { BlobRef, JsonParts, StoredJson } from "@paraph/core/blobs";
import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { UncheckedJson } from "../sql/rows.ts";

/** The column by which a row refers to blobs. */
type Owner = "versionId" | "draftId" | "renderId" | "fontId";

/** The columns of a {@linkcode StoredJson}: its text, and its parts. */
export const storedParts = Schema.NullOr(UncheckedJson<JsonParts>());

/** Encodes parts for a column. */
export function partsColumn({ parts }: StoredJson): string | null {
  return parts === null ? null : JSON.stringify(parts);
}

/** Records the blobs that a row refers to, in the transaction that writes the row. */
export const blobReferences = Effect.map(SqlClient.SqlClient, (sql) => {
  const add = (owner: Owner, id: string, blobs: ReadonlyArray<BlobRef>) =>
    blobs.length === 0
      ? Effect.void
      : sql`
          INSERT INTO blob_references (blob_id, ${sql(owner)})
          SELECT DISTINCT unnest(${blobs.map((blob) => blob.id)}::text[]), ${id}::uuid
          ON CONFLICT DO NOTHING
        `.pipe(Effect.orDie, Effect.asVoid);

  /** Replaces the references of an updated row. */
  const replace = Effect.fnUntraced(function* (
    owner: Owner,
    id: string,
    blobs: ReadonlyArray<BlobRef>,
  ) {
    const current = blobs.map((blob) => blob.id);
    yield* sql`
      DELETE FROM blob_references
      WHERE ${sql(owner)} = ${id}
        AND blob_id <> ALL(${current}::text[])
    `.pipe(Effect.orDie);
    yield* add(owner, id, blobs);
  });

  return { add, replace };
});
