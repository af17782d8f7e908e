import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import {
  BuilderTemplateInfo,
  type Draft,
  draftCategory,
  DraftStore,
  type SavedDraft,
} from "../../embed/mod.ts";
import { EmbedSessionId } from "../../values/mod.ts";
import { Kept, readRows, RowTime } from "./rows.ts";

const state = {
  revision: Schema.Int,
  publishedRevision: Schema.NullOr(Schema.Int),
  publishedVersion: Schema.NullOr(Schema.Int),
};
const stateRows = readRows(Schema.Struct(state));
const draftRows = readRows(Schema.Struct({ ...state, document: Kept<Draft>() }));
const creatorRows = readRows(Schema.Struct({ sessionId: Schema.NullOr(EmbedSessionId) }));
const infoRows = readRows(
  Schema.Struct({ ...BuilderTemplateInfo.fields, createdAt: RowTime, updatedAt: RowTime }),
);

/** Drafts in PostgreSQL. */
export const embedDraftStoreSql: Layer.Layer<DraftStore, never, SqlClient.SqlClient> = Layer.effect(
  DraftStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const write = (statement: Effect.Effect<unknown, unknown>) =>
      statement.pipe(Effect.orDie, Effect.asVoid);
    const columnsOf = ({ document, revision, updatedAt }: SavedDraft) => ({
      document: JSON.stringify(document),
      category: draftCategory(document),
      revision,
      updatedAt: DateTime.toDateUtc(updatedAt),
    });

    return DraftStore.of({
      add: ({ templateId, sessionId, publishedRevision, publishedVersion, ...draft }) =>
        write(sql`
          INSERT INTO embed_drafts ${sql.insert({
            ...{ templateId, sessionId, publishedRevision, publishedVersion },
            ...columnsOf({ templateId, ...draft }),
          })}
        `),

      find: (template) =>
        draftRows(sql`
          SELECT revision, published_revision, published_version, document
          FROM embed_drafts
          WHERE template_id = ${template}
        `).pipe(Effect.map(Array.head)),

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

      save: (draft) =>
        write(sql`
          UPDATE embed_drafts
          SET ${sql.update(columnsOf(draft))}
          WHERE template_id = ${draft.templateId}
        `),

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
