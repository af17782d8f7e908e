import { SignatureDraftStore, type SignatureDraft } from "@paraph/core/signatures";
import { ProjectId, RenderId, SignatureDraftId, SignatureRequestId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows, RowTime, UncheckedJson } from "../sql/rows.ts";

const draftRows = readRows(
  Schema.Struct({
    id: SignatureDraftId,
    projectId: ProjectId,
    renderId: RenderId,
    revision: Schema.Int,
    request: UncheckedJson<SignatureDraft["request"]>(),
    signatureId: Schema.NullOr(SignatureRequestId),
    createdAt: RowTime,
    updatedAt: RowTime,
  }),
);

/** Drafts of signature requests in PostgreSQL. */
export const signatureDraftStoreSql: Layer.Layer<SignatureDraftStore, never, SqlClient.SqlClient> =
  Layer.effect(
    SignatureDraftStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const columns = sql`
        SELECT
          id, project_id, render_id, revision, request, signature_id, created_at, updated_at
        FROM signature_drafts`;
      const isOpenAt = ({ id, revision }: { readonly id: string; readonly revision: number }) =>
        sql`id = ${id} AND revision = ${revision} AND signature_id IS NULL`;
      const IS = { open: sql`signature_id IS NULL`, sent: sql`signature_id IS NOT NULL` };
      const affectsRows = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
        statement.pipe(
          Effect.orDie,
          Effect.map((rows) => rows.length > 0),
        );

      return SignatureDraftStore.of({
        add: ({ request, createdAt, updatedAt, ...draft }) =>
          sql`
            INSERT INTO signature_drafts ${sql.insert({
              ...draft,
              request: JSON.stringify(request),
              createdAt: DateTime.toDateUtc(createdAt),
              updatedAt: DateTime.toDateUtc(updatedAt),
            })}
          `.pipe(Effect.orDie, Effect.asVoid),

        find: (project, id) =>
          draftRows(sql`${columns} WHERE project_id = ${project} AND id = ${id}`).pipe(
            Effect.map(Array.head),
          ),

        findOpen: (project, renderId) =>
          draftRows(sql`
            ${columns}
            WHERE project_id = ${project}
              AND render_id = ${renderId}
              AND signature_id IS NULL
            ORDER BY id DESC
            LIMIT 1
          `).pipe(Effect.map(Array.head)),

        list: (project, { renderId, status }, { before, limit }) =>
          draftRows(sql`
            ${columns}
            WHERE ${sql.and([
              sql`project_id = ${project}`,
              ...(before === undefined ? [] : [sql`id < ${before}`]),
              ...(renderId === undefined ? [] : [sql`render_id = ${renderId}`]),
              ...(status === undefined ? [] : [IS[status]]),
            ])}
            ORDER BY id DESC
            LIMIT ${limit + 1}
          `),

        save: ({ request, updatedAt, ...draft }) =>
          affectsRows(sql`
            UPDATE signature_drafts
            SET
              request = ${JSON.stringify(request)}, revision = revision + 1,
              updated_at = ${DateTime.toDateUtc(updatedAt)}
            WHERE ${isOpenAt(draft)}
            RETURNING id
          `),

        markSent: (draft, signatureId) =>
          affectsRows(sql`
            UPDATE signature_drafts
            SET signature_id = ${signatureId}
            WHERE ${isOpenAt(draft)}
            RETURNING id
          `),

        remove: (project, id) =>
          affectsRows(sql`
            DELETE FROM signature_drafts WHERE project_id = ${project} AND id = ${id} RETURNING id
          `),
      });
    }),
  );
