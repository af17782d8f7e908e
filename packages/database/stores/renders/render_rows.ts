import { Render } from "@paraph/core/renders";
import { ProjectId } from "@paraph/core/values";
import { Schema } from "effect";
import type { SqlClient } from "effect/sql";

import { RowTime } from "../sql/rows.ts";

const { pollUrl: _, downloadUrl: __, durationMs: ___, ...fields } = Render.fields;

/** The schema of a render in rows of {@linkcode renderColumns}. */
export const storedRender = {
  ...fields,
  projectId: ProjectId,
  downloadToken: Schema.String,
  publicUrl: Schema.NullOr(Schema.String),
  createdAt: RowTime,
  startedAt: Schema.NullOr(RowTime),
  completedAt: Schema.NullOr(RowTime),
};

/** The columns of a render in `renders`. */
export function ownColumns(sql: SqlClient.SqlClient) {
  return sql`
    renders.id, renders.project_id, renders.template_id, renders.template_version_id,
    renders.status, renders.source, renders.filename, renders.download_token, renders.public_url,
    renders.error_code, renders.error_message, renders.page_count, renders.byte_size,
    renders.sha256, renders.created_at, renders.started_at, renders.completed_at`;
}

/** The columns of a render, from `renders` joined with its template and version. */
export function renderColumns(sql: SqlClient.SqlClient) {
  return sql`
    ${ownColumns(sql)}, templates.slug AS template_slug, template_versions.version_number`;
}
