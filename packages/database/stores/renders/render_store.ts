import type { BlobRef } from "@paraph/core/blobs";
import { publicCopyName } from "@paraph/core/erasure";
import {
  type DocumentEncryption,
  type RenderFilter,
  RenderStore,
  type Settlement,
  type StoredRender,
} from "@paraph/core/renders";
import {
  type ProjectId,
  type RenderBatchId,
  type RenderId,
  Slug,
  TemplateVersionId,
} from "@paraph/core/values";
import { Array, Effect, Layer, Option, Schema } from "effect";
import { SqlClient, type Statement } from "effect/sql";

import { blobReferences } from "../blobs/blob_references.ts";
import { removedFiles } from "../erasure/removed_files.ts";
import { batchedRead, inOrder } from "../sql/batched_read.ts";
import { recordset } from "../sql/recordset.ts";
import { UncheckedJson, readRows } from "../sql/rows.ts";
import {
  byClaim,
  hasStatus,
  ownColumns,
  publicDownloads,
  renderColumns,
  storedRender,
  storedStatuses,
} from "./render_rows.ts";
import { uploadStore } from "./upload_store.ts";

const renderRows = readRows(Schema.Struct(storedRender));
const indexedRows = readRows(Schema.Struct({ ...storedRender, index: Schema.Int }));
const { id, projectId, filename, downloadToken, createdAt } = storedRender;
const idRows = readRows(Schema.Struct({ id }));
const taskRows = readRows(
  Schema.Struct({
    index: Schema.Int,
    id,
    projectId,
    templateVersionId: TemplateVersionId,
    templateSlug: Slug,
    filename,
    downloadToken,
    createdAt,
    publicDownloads: storedRender.publicDownloads,
    json: Schema.Uint8Array,
    dataBlob: Schema.NullOr(UncheckedJson<BlobRef>()),
    encryptionKeys: Schema.NullOr(UncheckedJson<DocumentEncryption>()),
    standard: storedRender.standard,
    traceParent: Schema.NullOr(Schema.String),
  }),
);

const projectRows = readRows(Schema.Struct({ publicDownloads: Schema.Boolean }));
const dataRows = readRows(
  Schema.Struct({ json: Schema.Uint8Array, dataBlob: Schema.NullOr(UncheckedJson<BlobRef>()) }),
);

/**
 * The status of renders that have not ended, to be sent in a column: for a constant in the statement, PostgreSQL
 * expects no match in a new database, and scans the whole table.
 */
const QUEUED = "queued";

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Renders in PostgreSQL. */
export const renderStoreSql: Layer.Layer<RenderStore, never, SqlClient.SqlClient> = Layer.effect(
  RenderStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const references = yield* blobReferences;
    const noteFiles = yield* removedFiles;
    const newRenders = recordset(sql, {
      id: "uuid",
      projectId: "uuid",
      templateId: "uuid",
      templateVersionId: "uuid",
      source: "text",
      filename: "text",
      downloadToken: "text",
      dataBlob: "json",
      createdAt: "timestamptz",
      traceParent: "text",
      encryption: "text",
      encryptionKeys: "json",
      standard: "json",
    });
    const batchItems = recordset(sql, { renderId: "uuid", batchId: "uuid", position: "integer" });
    const outcomes = recordset(sql, {
      id: "uuid",
      previousStatus: "text",
      status: "text",
      startedAt: "timestamptz",
      completedAt: "timestamptz",
      pageCount: "integer",
      byteSize: "integer",
      sha256: "text",
      publicUrl: "text",
      errorCode: "text",
      errorMessage: "text",
      warnings: "json",
      signingFields: "json",
    });
    // Uploaded PDFs have no template.
    const joinVersions = sql`
      LEFT JOIN templates ON templates.id = renders.template_id
      LEFT JOIN template_versions ON template_versions.id = renders.template_version_id`;
    /** Reads renders from a table or a result with their own columns. */
    const selectFrom = (rows: Statement.Fragment) => sql`
      SELECT ${renderColumns(sql)}
      FROM ${rows} AS renders
      ${joinVersions}`;
    const selectRenders = selectFrom(sql`renders`);
    const keysToFind = recordset(sql, { index: "integer", projectId: "uuid", id: "uuid" });
    const find = yield* batchedRead(
      Effect.fnUntraced(function* (keys: ReadonlyArray<Pick<StoredRender, "projectId" | "id">>) {
        const rows = yield* indexedRows(sql`
          SELECT key.index, ${renderColumns(sql)}
          FROM ${keysToFind(
            keys.map((key, index) => ({ ...key, index })),
            "key",
          )}
          JOIN renders ON renders.id = key.id AND renders.project_id = key.project_id
          ${joinVersions}
        `);
        return inOrder(keys.length, rows);
      }),
    );
    const storedJson = sql`convert_to(renders.data::text, 'UTF8') AS json`;
    const idsToFind = recordset(sql, { index: "integer", id: "uuid", status: "text" });
    const findTask = yield* batchedRead(
      Effect.fnUntraced(function* (ids: ReadonlyArray<RenderId>) {
        const rows = yield* taskRows(sql`
          SELECT
            wanted.index, renders.id, renders.project_id, renders.template_version_id,
            templates.slug AS template_slug, renders.filename, renders.download_token,
            renders.created_at, ${storedJson}, renders.data_blob,
            renders.encryption_keys, renders.standard, renders.trace_parent, ${publicDownloads(sql)}
          FROM ${idsToFind(
            ids.map((id, index) => ({ id, index, status: QUEUED })),
            "wanted",
          )}
          JOIN renders ON (renders.id, renders.status) = (wanted.id, wanted.status)
          JOIN templates ON templates.id = renders.template_id
        `);
        return inOrder(
          ids.length,
          rows.map(({ json, dataBlob: blob, ...task }) => ({ ...task, data: { json, blob } })),
        );
      }),
    );

    const findData: RenderStore["Service"]["findData"] = (id) =>
      dataRows(sql`SELECT ${storedJson}, data_blob FROM renders WHERE id = ${id}`).pipe(
        Effect.map(Array.head),
        Effect.map(Option.map(({ json, dataBlob: blob }) => ({ json, blob }))),
      );

    /**
     * The newest renders of a template. Each status is a range of one index, in a form that excludes other
     * plans: scanning all renders of a project for a template with few of them can take very long.
     */
    const ofTemplate = (
      project: ProjectId,
      { template: slug, status, source }: RenderFilter & { readonly template: Slug },
      before: string | undefined,
      limit: number,
    ) => sql`
      SELECT newest.id
      FROM templates
      CROSS JOIN unnest(${storedStatuses(status)}::text[]) AS wanted (status)
      CROSS JOIN LATERAL (
        SELECT id
        FROM renders
        WHERE (template_id, status, id) >= (templates.id, wanted.status, ${FIRST_ID}::uuid)
          AND (template_id, status, id) < (templates.id, wanted.status, ${before ?? LAST_ID}::uuid)
          AND ${byClaim(sql, project, status)}
          AND ${source === undefined ? sql`TRUE` : sql`source = ${source}`}
        ORDER BY template_id DESC, status DESC, id DESC
        LIMIT ${limit}
      ) AS newest
      WHERE templates.project_id = ${project}
        AND templates.slug = ${slug}
      ORDER BY newest.id DESC
      LIMIT ${limit}`;

    /** The renders of a batch, in a form that excludes a scan of all renders of the project. */
    const ofBatch = (batch: RenderBatchId) => sql`
      renders.id = ANY(ARRAY(SELECT render_id FROM render_batch_items WHERE batch_id = ${batch}))`;

    /** Holds back a change of the public downloads of projects until the transaction ends. */
    const lockProjects = (condition: Statement.Fragment) =>
      projectRows(sql`
        SELECT public_downloads
        FROM projects
        WHERE ${condition}
        ORDER BY id
        FOR SHARE
      `);
    const uploads = uploadStore(sql, { lockProjects, noteFiles, find: (key) => find(key) });

    return RenderStore.of({
      add: Effect.fnUntraced(function* (renders) {
        const rows = renders.map(({ data, ...render }) => ({ ...render, dataBlob: data.blob }));
        yield* sql`
          INSERT INTO renders (
            id, project_id, template_id, template_version_id, status, source, filename,
            download_token, data, data_blob, created_at, trace_parent, encryption, encryption_keys,
            standard
          )
          SELECT
            id, project_id, template_id, template_version_id, 'queued', source, filename,
            download_token, convert_from(data, 'UTF8')::json, data_blob, created_at, trace_parent, encryption,
            encryption_keys, standard
          FROM ROWS FROM (
            ${newRenders(rows)}, unnest(${renders.map(({ data }) => data.json)}::bytea[])
          ) AS draft (
            id, project_id, template_id, template_version_id, source, filename, download_token,
            data_blob, created_at, trace_parent, encryption, encryption_keys, standard, data
          )
        `.pipe(Effect.orDie);
        const items = renders.flatMap(({ id: renderId, batch }) =>
          batch === undefined ? [] : [{ renderId, batchId: batch.id, position: batch.position }],
        );
        if (items.length > 0) {
          yield* sql`
            INSERT INTO render_batch_items (render_id, batch_id, position)
            SELECT render_id, batch_id, position
            FROM ${batchItems(items, "item")}
          `.pipe(Effect.orDie);
        }
        for (const { id, data } of renders) {
          if (data.blob !== null) yield* references.add("renderId", id, [data.blob]);
        }
      }),

      ...uploads,

      find: (projectId, id) => find({ projectId, id }),

      lock: (ids) =>
        idRows(sql`
          SELECT id
          FROM renders
          WHERE id = ANY(${ids}::uuid[])
          ORDER BY id
          FOR KEY SHARE
        `).pipe(Effect.map((rows) => new Set(rows.map(({ id }) => id)))),

      findByToken: (downloadToken) =>
        renderRows(sql`
          ${selectRenders}
          WHERE renders.download_token = ${downloadToken}
        `).pipe(Effect.map(Array.head)),

      list: (project, { template, ...filter }, { before, limit }) => {
        const { status, source, batchId } = filter;
        return renderRows(sql`
          ${selectRenders}
          WHERE ${
            template === undefined || batchId !== undefined
              ? sql.and([
                  sql`renders.project_id = ${project}`,
                  ...(before === undefined ? [] : [sql`renders.id < ${before}`]),
                  ...(status === undefined ? [] : [hasStatus(sql, project, status)]),
                  ...(template === undefined ? [] : [sql`templates.slug = ${template}`]),
                  ...(batchId === undefined ? [] : [ofBatch(batchId)]),
                  ...(source === undefined ? [] : [sql`renders.source = ${source}`]),
                ])
              : sql`renders.id IN (${ofTemplate(project, { ...filter, template }, before, limit + 1)})`
          }
          ORDER BY renders.id DESC
          LIMIT ${limit + 1}
        `);
      },

      findTask,

      findData,

      settle: Effect.fnUntraced(function* (settlements) {
        const publishedIds = settlements.flatMap((settlement) =>
          settlement.move === "succeed" && settlement.publicUrl !== undefined
            ? [settlement.id]
            : [],
        );
        if (publishedIds.length > 0) {
          const published = sql`SELECT project_id FROM renders WHERE id = ANY(${publishedIds}::uuid[])`;
          yield* lockProjects(sql`id IN (${published})`);
        }
        const settled = yield* renderRows(sql`
          WITH settled AS (
            UPDATE renders
            SET
              status = outcome.status, started_at = outcome.started_at,
              completed_at = outcome.completed_at,
              page_count = outcome.page_count, byte_size = outcome.byte_size,
              sha256 = outcome.sha256,
              public_url = CASE
                WHEN outcome.public_url IS NULL THEN NULL
                WHEN (SELECT public_downloads FROM projects WHERE id = renders.project_id)
                THEN outcome.public_url
              END,
              encryption_keys = NULL,
              error_code = outcome.error_code, error_message = outcome.error_message,
              warnings = outcome.warnings, signing_fields = outcome.signing_fields
            FROM ${outcomes(settlements.map(outcomeOf), "outcome")}
            WHERE (renders.id, renders.status) = (outcome.id, outcome.previous_status)
            RETURNING ${ownColumns(sql)}
          )
          ${selectFrom(sql`settled`)}
        `);
        const published = new Set<string>(publishedIds);
        const withdrawn = settled.filter(
          ({ id, publicUrl }) => publicUrl === null && published.has(id),
        );
        if (withdrawn.length > 0)
          yield* noteFiles(withdrawn.map(({ downloadToken }) => publicCopyName(downloadToken)));
        return settled;
      }),
    });
  }),
);

/** The columns that end a render. */
function outcomeOf({ id, move, at: completedAt, ...outcome }: Settlement) {
  return {
    id,
    completedAt,
    previousStatus: QUEUED,
    status: move === "succeed" ? "succeeded" : "failed",
    ...NO_OUTCOME,
    ...outcome,
  };
}

const NO_OUTCOME = {
  pageCount: null,
  byteSize: null,
  sha256: null,
  publicUrl: null,
  errorCode: null,
  errorMessage: null,
  warnings: null,
  signingFields: null,
};
