import { AssetStore, documentName, pdfFilename } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { Effect, Option, Schema, Stream } from "effect";
import { SqlClient } from "effect/sql";

const PublishedRows = Schema.Array(
  Schema.Struct({
    id: RenderId,
    downloadToken: Schema.String,
    filename: Schema.NullOr(Schema.String),
    templateSlug: Schema.NullOr(Schema.String),
  }),
);

/** The number of renders in one read. */
const BATCH = 100;

/**
 * Publishes again the documents that were public, at the URLs of this deployment. A backup contains only
 * their private copies.
 */
export const publishAgain = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const assets = yield* AssetStore;

  const publish = Effect.fnUntraced(function* (row: (typeof PublishedRows.Type)[number]) {
    const asset = yield* assets.open(documentName(row.id));
    if (Option.isNone(asset)) return;
    const bytes = Buffer.concat([...(yield* Stream.runCollect(asset.value.bytes))]);
    const filename = pdfFilename(row.filename, row.templateSlug);
    const address = yield* assets.publish({ token: row.downloadToken, bytes, filename });
    yield* sql`
      UPDATE renders SET public_url = ${Option.getOrNull(address)} WHERE id = ${row.id}`;
  });

  let behind = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = yield* Schema.decodeUnknownEffect(PublishedRows)(
      yield* sql`
        SELECT renders.id, download_token, filename, templates.slug AS template_slug
        FROM renders
        LEFT JOIN templates ON templates.id = template_id
        WHERE public_url IS NOT NULL
          AND renders.id > ${behind}
        ORDER BY renders.id
        LIMIT ${BATCH}`,
    ).pipe(Effect.orDie);
    yield* Effect.forEach(rows, publish);
    const last = rows.at(-1);
    if (last === undefined) return;
    behind = last.id;
  }
});
