import type { Einvoice } from "@paraph/core/einvoices";
import type { FileFace } from "@paraph/core/fonts";
import { type PageConfig } from "@paraph/core/layouts";
import { type Manifest } from "@paraph/core/manifests";
import {
  CopySource,
  FIRST_VERSION,
  type StoredCompiled,
  Template,
  TemplateStore,
  VersionConflict,
  VersionInfo,
  type VersionOfTemplate,
} from "@paraph/core/templates";
import { type ProjectId, Slug, TemplateId, TemplateVersionId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient, type SqlError } from "effect/sql";

import { blobReferences, partsColumn, storedParts } from "../blobs/blob_references.ts";
import { batchedRead, inOrder } from "../sql/batched_read.ts";
import { recordset } from "../sql/recordset.ts";
import { UncheckedJson, readRows, RowTime } from "../sql/rows.ts";

const templateFields = { ...Template.fields, createdAt: RowTime, updatedAt: RowTime };
const templateRows = readRows(Schema.Struct(templateFields));
const indexedRows = readRows(Schema.Struct({ ...templateFields, index: Schema.Int }));
const numberRows = readRows(Schema.Struct({ versionNumber: Schema.NullOr(Schema.Int) }));
const versionRows = readRows(
  Schema.Struct({
    id: TemplateVersionId,
    versionNumber: Schema.Int,
    manifest: UncheckedJson<Manifest>(),
    pageConfig: UncheckedJson<PageConfig>(),
    einvoice: Schema.NullOr(UncheckedJson<Einvoice>()),
  }),
);
const compiledRows = readRows(
  Schema.Struct({
    id: TemplateVersionId,
    title: Schema.String,
    manifest: UncheckedJson<Manifest>(),
    compiledBy: Schema.NullOr(Schema.String),
    compiled: Schema.NullOr(Schema.Uint8Array),
    drawMicros: Schema.NullOr(Schema.Int),
    compiledBlob: Schema.NullOr(UncheckedJson<CompiledBlob>()),
    fonts: Schema.NullOr(UncheckedJson<ReadonlyArray<FileFace>>()),
    projectLanguage: Schema.NullOr(Schema.String),
    einvoice: Schema.NullOr(UncheckedJson<Einvoice>()),
  }),
);
const layoutRows = readRows(Schema.Struct({ text: Schema.String, parts: storedParts }));
const infoRows = readRows(Schema.Struct({ ...VersionInfo.fields, createdAt: RowTime }));
const originRows = readRows(CopySource);
const idRows = readRows(Schema.Struct({ id: TemplateId }));
const slugRows = readRows(Schema.Struct({ slug: Slug }));

type CompiledBlob = Extract<StoredCompiled, { readonly blobs: unknown }>;

/** A template by the project and its slug. */
interface ProjectSlug {
  readonly projectId: ProjectId;
  readonly slug: string;
}

/** Templates and versions in PostgreSQL. */
export const templateStoreSql: Layer.Layer<TemplateStore, never, SqlClient.SqlClient> =
  Layer.effect(
    TemplateStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const references = yield* blobReferences;
      const templateColumns = sql`
          templates.id, templates.name, templates.slug, templates.description,
          templates.template_type, template_versions.version_number AS current_version_number,
          templates.current_version_id IS NOT NULL AS published,
          templates.created_at, templates.updated_at`;
      const joinVersions = sql`
        LEFT JOIN template_versions ON template_versions.id = templates.current_version_id`;
      const selectTemplates = sql`SELECT ${templateColumns} FROM templates ${joinVersions}`;
      const slugsToFind = recordset(sql, { index: "integer", projectId: "uuid", slug: "text" });
      const version = sql`
        SELECT id, version_number, manifest, page_config, einvoice
        FROM template_versions`;

      /** Stores a version and makes it the current one of its template. */
      const publish = Effect.fnUntraced(function* (
        { id, templateId, name, description, templateType, createdAt }: VersionOfTemplate,
        insertion: Effect.Effect<unknown, SqlError.SqlError>,
      ) {
        yield* insertion.pipe(
          Effect.catch((error) =>
            error.reason._tag === "UniqueViolation" ? VersionConflict.of() : Effect.die(error),
          ),
        );
        const updatedAt = DateTime.toDateUtc(createdAt);
        yield* sql`
          UPDATE templates
          SET ${sql.update({ name, description, templateType, currentVersionId: id, updatedAt })}
          WHERE id = ${templateId}
        `.pipe(Effect.orDie);
      });

      // Read by every request for a template.
      const findBySlug = yield* batchedRead(
        Effect.fnUntraced(function* (slugs: ReadonlyArray<ProjectSlug>) {
          const indexedSlugs = slugs.map((slug, index) => ({ ...slug, index }));
          const rows = yield* indexedRows(sql`
            SELECT requested.index, ${templateColumns}
            FROM ${slugsToFind(indexedSlugs, "requested")}
            JOIN templates
              ON templates.project_id = requested.project_id
              AND templates.slug = requested.slug
            ${joinVersions}
            WHERE templates.deleted_at IS NULL
          `);
          return inOrder(slugs.length, rows);
        }),
      );

      const isActive = yield* batchedRead(
        Effect.fnUntraced(function* (ids: ReadonlyArray<TemplateId>) {
          const rows = yield* idRows(sql`
            SELECT id
            FROM templates
            WHERE id = ANY(${ids}::uuid[])
              AND deleted_at IS NULL
          `);
          const active = new Set(rows.map(({ id }) => id));
          return ids.map((id) => active.has(id));
        }),
      );

      const findById: TemplateStore["Service"]["findById"] = (project, id) =>
        templateRows(sql`
          ${selectTemplates}
          WHERE templates.project_id = ${project}
            AND templates.id = ${id}
            AND templates.deleted_at IS NULL
        `).pipe(Effect.map(Array.head));

      const claim: TemplateStore["Service"]["claim"] = Effect.fnUntraced(function* (template) {
        const { id, projectId, slug, name } = template;
        const timestamp = DateTime.toDateUtc(template.createdAt);
        const rows = yield* idRows(sql`
          INSERT INTO templates ${sql.insert({
            id,
            projectId,
            slug,
            name,
            templateType: "document",
            createdAt: timestamp,
            updatedAt: timestamp,
          })}
          ON CONFLICT (project_id, slug) WHERE deleted_at IS NULL DO NOTHING
          RETURNING id
        `);
        if (rows.length > 0) return { id, currentVersionNumber: null, created: true };
        const [live] = yield* idRows(sql`
          SELECT id
          FROM templates
          WHERE project_id = ${projectId}
            AND slug = ${slug}
            AND deleted_at IS NULL
          FOR NO KEY UPDATE
        `);
        // Deleted after the failed insert: the slug is free again.
        if (live === undefined) return yield* claim(template);
        // A separate statement, so that it sees the commit of the previous lock holder.
        const [last] = yield* numberRows(sql`
          SELECT max(version_number) AS version_number
          FROM template_versions
          WHERE template_id = ${live.id}
        `);
        return { id: live.id, currentVersionNumber: last?.versionNumber ?? null, created: false };
      });

      return TemplateStore.of({
        list: (project) =>
          templateRows(sql`
            ${selectTemplates}
            WHERE templates.project_id = ${project}
              AND templates.deleted_at IS NULL
            ORDER BY templates.updated_at DESC, templates.id DESC
          `),

        find: (projectId, slug) => findBySlug({ projectId, slug }),

        findById,

        isActive,

        claim,

        lock: Effect.fnUntraced(function* (project, id) {
          const rows = yield* idRows(sql`
            SELECT id
            FROM templates
            WHERE project_id = ${project}
              AND id = ${id}
              AND deleted_at IS NULL
            FOR NO KEY UPDATE
          `);
          if (rows.length === 0) return Option.none();
          // A separate statement, so that it sees the commit of the previous lock holder.
          return yield* findById(project, id);
        }),

        rename: (id, name, updatedAt) =>
          sql`
            UPDATE templates
            SET name = ${name}, updated_at = ${DateTime.toDateUtc(updatedAt)}
            WHERE id = ${id}
          `.pipe(Effect.orDie, Effect.asVoid),

        addVersion: Effect.fnUntraced(function* (newVersion) {
          const { id, templateId, versionNumber, name, layout, compiled, fonts } = newVersion;
          const isInline = "bytes" in compiled;
          const insertion = sql`
            INSERT INTO template_versions ${sql.insert({
              id,
              templateId,
              versionNumber,
              title: name,
              manifest: JSON.stringify(newVersion.manifest),
              layout: layout.text,
              layoutParts: partsColumn(layout),
              pageConfig: JSON.stringify(newVersion.pageConfig),
              einvoice: jsonOrNull(newVersion.einvoice),
              compiledBy: isInline ? compiled.engine : null,
              compiled: isInline ? compiled.bytes : null,
              drawMicros: compiled.drawMicros ?? null,
              compiledBlob: isInline ? null : JSON.stringify(compiled),
              fonts: fonts.length === 0 ? null : JSON.stringify(fonts),
              projectLanguage: newVersion.projectLanguage ?? null,
              createdAt: DateTime.toDateUtc(newVersion.createdAt),
            })}`;
          yield* publish(newVersion, insertion);
          const blobs = isInline ? [] : compiled.blobs;
          const files = fonts.map(({ file }) => file);
          yield* references.add("versionId", id, [
            ...blobs,
            ...(layout.parts?.blobs ?? []),
            ...files,
          ]);
        }),

        copyVersion: (newVersion, source) => {
          const insertion = sql`
            INSERT INTO template_versions (
              id, template_id, version_number, title, manifest, layout, page_config,
              einvoice, compiled_by, compiled, draw_micros, created_at, copied_from
            )
            SELECT
              ${newVersion.id}::uuid, ${newVersion.templateId}::uuid, ${newVersion.versionNumber}::integer,
              title, manifest, layout, page_config,
              einvoice, compiled_by, compiled, draw_micros, ${DateTime.toDateUtc(newVersion.createdAt)}::timestamptz, id
            FROM template_versions
            WHERE template_id = ${source.sourceTemplateId}
              AND version_number = ${source.sourceVersionNumber}`;
          return publish(newVersion, insertion);
        },

        originOf: (id) =>
          originRows(sql`
            SELECT
              templates.project_id AS source_project_id, templates.id AS source_template_id,
              original.version_number AS source_version_number
            FROM template_versions AS copy
            JOIN template_versions AS original ON original.id = copy.copied_from
            JOIN templates ON templates.id = original.template_id
            WHERE copy.template_id = ${id}
              AND copy.version_number = ${FIRST_VERSION}
          `).pipe(Effect.map(Array.head)),

        remove: (project, id, deletedAt) =>
          slugRows(sql`
            UPDATE templates
            SET deleted_at = ${DateTime.toDateUtc(deletedAt)}
            WHERE project_id = ${project}
              AND id = ${id}
              AND deleted_at IS NULL
            RETURNING slug
          `).pipe(Effect.map((rows) => Option.map(Array.head(rows), ({ slug }) => slug))),

        versions: (template) =>
          infoRows(sql`
            SELECT id, version_number, created_at
            FROM template_versions
            WHERE template_id = ${template}
            ORDER BY version_number DESC
          `),

        findVersion: (template, versionNumber) =>
          versionRows(sql`
            ${version}
            WHERE template_id = ${template}
              AND version_number = ${versionNumber}
          `).pipe(Effect.map(Array.head)),

        loadVersion: (id) =>
          compiledRows(sql`
            SELECT id, title, manifest, compiled_by, compiled, compiled_blob, draw_micros, fonts,
              project_language, einvoice
            FROM template_versions
            WHERE id = ${id}
          `).pipe(
            Effect.map(Array.getUnsafe(0)),
            Effect.map(({ compiledBy, compiled, compiledBlob, drawMicros, fonts, ...version }) => ({
              ...version,
              fonts: fonts ?? [],
              compiled:
                compiledBy === null || compiled === null
                  ? compiledBlob
                  : {
                      engine: compiledBy,
                      bytes: compiled,
                      ...(drawMicros === null ? {} : { drawMicros }),
                    },
            })),
          ),

        loadLayout: (id) =>
          layoutRows(sql`
            SELECT layout::text AS text, layout_parts AS parts
            FROM template_versions
            WHERE id = ${id}
          `).pipe(Effect.map(Array.getUnsafe(0))),
      });
    }),
  );

function jsonOrNull(value: Einvoice | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
