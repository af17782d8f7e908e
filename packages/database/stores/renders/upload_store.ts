import { publicCopyName } from "@paraph/core/erasure";
import {
  documentName,
  type NewUpload,
  type RenderStore,
  type StoredRender,
} from "@paraph/core/renders";
import type { ProjectId, RenderId } from "@paraph/core/values";
import { DateTime, Effect, Option } from "effect";
import type { SqlClient, Statement } from "effect/sql";

import type { removedFiles } from "../erasure/removed_files.ts";

/** What uploads need of the store of renders. */
interface RenderTable {
  /** Locks projects, and returns whether each has public downloads. */
  readonly lockProjects: (
    condition: Statement.Fragment,
  ) => Effect.Effect<ReadonlyArray<{ readonly publicDownloads: boolean }>>;
  readonly noteFiles: Effect.Success<typeof removedFiles>;
  readonly find: (key: {
    readonly projectId: ProjectId;
    readonly id: RenderId;
  }) => Effect.Effect<Option.Option<StoredRender>>;
}

/** Adds uploaded PDFs to the renders. */
export function uploadStore(
  sql: SqlClient.SqlClient,
  { lockProjects, noteFiles, find }: RenderTable,
): Pick<RenderStore["Service"], "hasPublicDownloads" | "expectUpload" | "addUpload"> {
  return {
    hasPublicDownloads: (project) =>
      sql`SELECT 1 FROM projects WHERE id = ${project} AND public_downloads`.pipe(
        Effect.orDie,
        Effect.map((rows) => rows.length > 0),
      ),

    expectUpload: (upload) =>
      sql`
        INSERT INTO removed_files (name, due_at)
        SELECT unnest(${filesOf(upload)}::text[]), clock_timestamp() + interval '1 day'
      `.pipe(Effect.orDie, Effect.asVoid),

    addUpload: Effect.fnUntraced(function* (upload) {
      const { id, projectId, downloadToken, publicUrl = null } = upload;
      const at = DateTime.toDateUtc(upload.createdAt);
      const [project] = yield* lockProjects(sql`id = ${projectId}`);
      const isPublic = project?.publicDownloads ?? false;
      const expected = yield* sql`
        DELETE FROM removed_files WHERE name = ANY(${filesOf(upload)}::text[]) RETURNING name`;
      // The files of an upload that takes a day may be removed already.
      if (expected.length < filesOf(upload).length)
        return yield* Effect.die("An upload took too long");
      yield* sql`
        INSERT INTO renders (
          id, project_id, status, source, filename, download_token, data, page_count, byte_size,
          sha256, public_url, created_at, started_at, completed_at, trace_parent
        )
        VALUES (
          ${id}, ${projectId}, 'succeeded', 'upload', ${upload.filename}, ${downloadToken},
          '{"values":{},"loops":{}}', ${upload.pageCount}, ${upload.byteSize}, ${upload.sha256},
          ${isPublic ? publicUrl : null}, ${at}, ${at}, ${at},
          ${upload.traceParent}
        )`;
      if (publicUrl !== null && !isPublic) yield* noteFiles([publicCopyName(downloadToken)]);
      return Option.getOrThrow(yield* find({ projectId, id }));
    }, Effect.orDie),
  };
}

function filesOf({ id, downloadToken }: Pick<NewUpload, "id" | "downloadToken">) {
  return [documentName(id), publicCopyName(downloadToken)];
}
