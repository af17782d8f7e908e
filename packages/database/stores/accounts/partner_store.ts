import { Partner, PartnerStore } from "@paraph/core/admin";
import { KeyId, ProjectId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows } from "../sql/rows.ts";

const partnerRows = readRows(
  Schema.Struct({ ...Partner.fields, keyId: KeyId, projectDeleted: Schema.Boolean }),
);
const projectRows = readRows(Schema.Struct({ projectId: ProjectId }));

/** Integrators in PostgreSQL. */
export const partnerStoreSql: Layer.Layer<PartnerStore, never, SqlClient.SqlClient> = Layer.effect(
  PartnerStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const selectPartners = sql`
      SELECT
        partners.external_org_id, partners.account_id, partners.project_id, projects.slug,
        partners.key_id, keys.prefix AS key_prefix, partners.embed_enabled,
        partners.allowed_origins, partners.email_from, partners.suspended,
        projects.deleted_at IS NOT NULL AS project_deleted
      FROM partners
      JOIN projects ON projects.id = partners.project_id
      JOIN keys ON keys.id = partners.key_id`;

    return PartnerStore.of({
      // Locks the name because there may be no row yet.
      lock: (externalOrgId) =>
        sql`
          SELECT pg_advisory_xact_lock(hashtextextended(${externalOrgId}, ${LOCK_NAMESPACE}))
        `.pipe(Effect.orDie, Effect.asVoid),

      find: (externalOrgId) =>
        partnerRows(sql`
          ${selectPartners}
          WHERE partners.external_org_id = ${externalOrgId}
        `).pipe(Effect.map(Array.head)),

      findByAccount: (account) =>
        partnerRows(sql`
          ${selectPartners}
          WHERE partners.account_id = ${account}
        `).pipe(Effect.map(Array.head)),

      findByProject: (project) =>
        partnerRows(sql`
          ${selectPartners}
          WHERE partners.project_id = ${project}
        `).pipe(Effect.map(Array.head)),

      knowsOrigin: (origin) =>
        projectRows(sql`
          SELECT partners.project_id
          FROM partners
          JOIN projects ON projects.id = partners.project_id
          WHERE ${origin} = ANY(partners.allowed_origins)
            AND partners.embed_enabled
            AND projects.deleted_at IS NULL
          LIMIT 1
        `).pipe(Effect.map((rows) => rows.length > 0)),

      add: ({ createdAt, ...partner }) =>
        sql`
          INSERT INTO partners ${sql.insert({ ...partner, createdAt: DateTime.toDateUtc(createdAt) })}
        `.pipe(Effect.orDie, Effect.asVoid),

      change: (externalOrgId, change) =>
        Object.keys(change).length === 0
          ? Effect.void
          : sql`
              UPDATE partners
              SET ${sql.update({ ...change })}
              WHERE external_org_id = ${externalOrgId}
            `.pipe(Effect.orDie, Effect.asVoid),
    });
  }),
);

/** The hash seed, so that different kinds of names have different locks. */
const LOCK_NAMESPACE = 6;
