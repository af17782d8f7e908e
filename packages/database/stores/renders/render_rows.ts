import { Render, type RenderStatus, type StoredRender } from "@paraph/core/renders";
import { ProjectId } from "@paraph/core/values";
import { Schema } from "effect";
import type { SqlClient, Statement } from "effect/sql";

import { RowTime, UncheckedJson } from "../sql/rows.ts";

const { pollUrl: _, downloadUrl: __, durationMs: ___, ...fields } = Render.fields;

/** The schema of a render in rows of {@linkcode renderColumns}. */
export const storedRender = {
  ...fields,
  projectId: ProjectId,
  downloadToken: Schema.String,
  publicUrl: Schema.NullOr(Schema.String),
  publicDownloads: Schema.Boolean,
  createdAt: RowTime,
  startedAt: Schema.NullOr(RowTime),
  completedAt: Schema.NullOr(RowTime),
  warnings: UncheckedJson<StoredRender["warnings"]>(),
  signingFields: UncheckedJson<StoredRender["signingFields"]>(),
  standard: UncheckedJson<StoredRender["standard"]>(),
};

/**
 * The columns of a render in `renders`. A queued render is `rendering` while a worker claims its job: so a
 * start writes no row that has many indexes.
 */
export function ownColumns(sql: SqlClient.SqlClient) {
  const ifQueued = (value: Statement.Fragment, otherwise: Statement.Fragment) => sql`
    CASE WHEN renders.status = 'queued'
    THEN (SELECT ${value} FROM render_jobs WHERE render_jobs.id = renders.id)
    ELSE ${otherwise} END`;
  const claimedStatus = sql`CASE WHEN claim IS NULL THEN 'queued' ELSE 'rendering' END`;
  return sql`
    renders.id, renders.project_id, renders.template_id, renders.template_version_id,
    renders.source, renders.filename, renders.download_token, renders.public_url,
    renders.error_code, renders.error_message, renders.page_count, renders.byte_size,
    renders.sha256, renders.created_at, renders.completed_at, renders.warnings,
    renders.signing_fields, renders.encryption, renders.standard,
    (SELECT batch_id FROM render_batch_items WHERE render_id = renders.id) AS batch_id,
    COALESCE(${ifQueued(claimedStatus, sql`renders.status`)}, 'queued') AS status,
    ${ifQueued(sql`claimed_at`, sql`renders.started_at`)} AS started_at`;
}

/** Whether the project of a row of `renders` has public downloads. */
export function publicDownloads(sql: SqlClient.SqlClient) {
  return sql`
    (SELECT public_downloads FROM projects WHERE projects.id = renders.project_id) AS public_downloads`;
}

/** The statuses of rows, without `rendering`. */
export function storedStatuses(status: RenderStatus | undefined): ReadonlyArray<RenderStatus> {
  if (status === undefined) return ["queued", "succeeded", "failed"];
  return [status === "rendering" ? "queued" : status];
}

/** A condition for the renders of a project with a status, among those with its stored status. */
export function byClaim(sql: SqlClient.SqlClient, project: ProjectId, status?: RenderStatus) {
  const claimed = sql`
    ARRAY(SELECT id FROM render_jobs WHERE project_id = ${project} AND claim IS NOT NULL)`;
  if (status === "rendering") return sql`renders.id = ANY(${claimed})`;
  return status === "queued" ? sql`renders.id <> ALL(${claimed})` : sql`TRUE`;
}

/** A condition for the renders of a project with a status. */
export function hasStatus(sql: SqlClient.SqlClient, project: ProjectId, status: RenderStatus) {
  const [stored] = storedStatuses(status);
  return sql.and([sql`renders.status = ${stored}`, byClaim(sql, project, status)]);
}

/** The columns of a render, from `renders` joined with its template and version. */
export function renderColumns(sql: SqlClient.SqlClient) {
  return sql`
    ${ownColumns(sql)}, templates.slug AS template_slug, template_versions.version_number,
    ${publicDownloads(sql)}`;
}
