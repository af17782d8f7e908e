import { type Actor, SubmissionStore, type Tenant } from "@paraph/core/embed";
import { EmbedSessionId } from "@paraph/core/values";
import { Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { hasStatus, renderColumns, storedRender } from "../renders/render_rows.ts";
import { UncheckedJson, readRows } from "../sql/rows.ts";

const submissionRows = readRows(
  Schema.Struct({
    ...storedRender,
    sessionId: EmbedSessionId,
    tenant: UncheckedJson<Tenant>(),
    actor: UncheckedJson<Actor>(),
  }),
);

/** Submitted forms in PostgreSQL. */
export const embedSubmissionStoreSql: Layer.Layer<SubmissionStore, never, SqlClient.SqlClient> =
  Layer.effect(
    SubmissionStore,
    Effect.map(SqlClient.SqlClient, (sql) =>
      SubmissionStore.of({
        add: (projectId, renderId, { sessionId, tenant, actor }) =>
          sql`
            INSERT INTO embed_submissions ${sql.insert({
              renderId,
              projectId,
              sessionId,
              tenantExternalId: tenant.externalId,
              tenant: JSON.stringify(tenant),
              actor: JSON.stringify(actor),
            })}
          `.pipe(Effect.orDie, Effect.asVoid),

        isOf: (session, render) =>
          sql`
            SELECT 1
            FROM embed_submissions
            WHERE session_id = ${session}
              AND render_id = ${render}
          `.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.length > 0),
          ),

        list: (project, { status, tenant }, { before, limit }) =>
          submissionRows(sql`
            SELECT
              ${renderColumns(sql)}, embed_submissions.session_id, embed_submissions.tenant,
              embed_submissions.actor
            FROM embed_submissions
            JOIN renders ON renders.id = embed_submissions.render_id
            JOIN templates ON templates.id = renders.template_id
            JOIN template_versions ON template_versions.id = renders.template_version_id
            WHERE ${sql.and([
              sql`embed_submissions.project_id = ${project}`,
              ...(before === undefined ? [] : [sql`embed_submissions.render_id < ${before}`]),
              // Matches the expression of the index, which contains only renders of forms.
              ...(status === undefined
                ? []
                : [
                    sql`renders.project_id = ${project}`,
                    sql`renders.source = 'form'`,
                    hasStatus(sql, project, status),
                  ]),
              ...(tenant === undefined
                ? []
                : [sql`embed_submissions.tenant_external_id = ${tenant}`]),
            ])}
            ORDER BY embed_submissions.render_id DESC
            LIMIT ${limit + 1}
          `),
      }),
    ),
  );
