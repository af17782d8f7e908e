import { BuilderTemplateInfo, DraftStore, type SavedDraft } from "@paraph/core/embed";
import { EmbedSessionId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { blobReferences, partsColumn, storedParts } from "../blobs/blob_references.ts";
import { readRows, RowTime } from "../sql/rows.ts";

const state = {
  revision: Schema.Int,
  publishedRevision: Schema.NullOr(Schema.Int),
  publishedVersion: Schema.NullOr(Schema.Int),
};
const stateRows = readRows(Schema.Struct(state));
const draftRows = readRows(Schema.Struct({ ...state, text: Schema.String, parts: storedParts }));
const creatorRows = readRows(Schema.Struct({ sessionId: Schema.NullOr(EmbedSessionId) }));
const infoRows = readRows(
  Schema.Struct({ ...BuilderTemplateInfo.fields, createdAt: RowTime, updatedAt: RowTime }),
);

/** Drafts in PostgreSQL. */
export const embedDraftStoreSql: Layer.Layer<DraftStore, never, SqlClient.SqlClient> = Layer.effect(
  DraftStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const references = yield* blobReferences;
    const write = (statement: Effect.Effect<unknown, unknown>) =>
      statement.pipe(Effect.orDie, Effect.asVoid);
    const columnsOf = ({ document, category, revision, updatedAt }: SavedDraft) => ({
      document: document.text,
      documentParts: partsColumn(document),
      category,
      revision,
      updatedAt: DateTime.toDateUtc(updatedAt),
    });

    return DraftStore.of({
      add: Effect.fnUntraced(function* (draft) {
        const { templateId, sessionId, publishedRevision, publishedVersion } = draft;
        yield* write(sql`
          INSERT INTO embed_drafts ${sql.insert({
            templateId,
            sessionId,
            publishedRevision,
            publishedVersion,
            ...columnsOf(draft),
          })}
        `);
        yield* references.add("draftId", templateId, draft.document.parts?.blobs ?? []);
      }),

      find: (template) =>
        draftRows(sql`
          SELECT
            revision, published_revision, published_version, document::text AS text,
            document_parts AS parts
          FROM embed_drafts
          WHERE template_id = ${template}
        `).pipe(
          Effect.map(Array.head),
          Effect.map(
            Option.map(({ text, parts, ...state }) => ({ ...state, document: { text, parts } })),
          ),
        ),

      state: (template) =>
        stateRows(sql`
          SELECT revision, published_revision, published_version
          FROM embed_drafts
          WHERE template_id = ${template}
        `).pipe(Effect.map(Array.head)),

      creator: (template) =>
        creatorRows(sql`
          SELECT session_id
          FROM embed_drafts
          WHERE template_id = ${template}
        `).pipe(Effect.map(([row]) => Option.fromNullishOr(row?.sessionId))),

      save: Effect.fnUntraced(function* (draft) {
        yield* write(sql`
          UPDATE embed_drafts
          SET ${sql.update(columnsOf(draft))}
          WHERE template_id = ${draft.templateId}
        `);
        const blobs = draft.document.parts?.blobs ?? [];
        yield* references.replace("draftId", draft.templateId, blobs);
      }),

      notePublished: (template, { revision, version }) =>
        write(sql`
          UPDATE embed_drafts
          SET published_revision = ${revision}, published_version = ${version}
          WHERE template_id = ${template}
        `),

      list: (project) =>
        infoRows(sql`
          SELECT
            templates.id, templates.name, templates.slug, templates.created_at,
            templates.updated_at, embed_drafts.category
          FROM templates
          LEFT JOIN embed_drafts ON embed_drafts.template_id = templates.id
          WHERE templates.project_id = ${project}
            AND templates.deleted_at IS NULL
          ORDER BY templates.updated_at DESC, templates.id DESC
        `),
    });
  }),
);
