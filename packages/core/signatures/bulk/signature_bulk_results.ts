import { Context, Effect, Layer, Stream } from "effect";

import { csvText, pdfFilename, type StorageUnavailable, zipStream } from "../../renders/mod.ts";
import type { Conflict, NotFound, ProjectId } from "../../values/mod.ts";
import { Signatures } from "../signatures.ts";
import type { BulkResultQuery, BulkRowResult } from "./signature_bulk.ts";
import { SignatureBulks } from "./signature_bulks.ts";

/** The result of a bulk request as a file. */
export interface BulkResultFile {
  readonly filename: string;
  readonly contentType: "text/csv; charset=utf-8" | "application/zip";
  /** Only one document at a time is in memory. */
  readonly bytes: Stream.Stream<Uint8Array, NotFound | Conflict | StorageUnavailable>;
}

/** The file of an archive that lists the rows. */
const LIST_NAME = "rows.csv";

/** How many signature requests are looked up at once. */
const LOOKUPS = { concurrency: 8 };

/** Reads the results of bulk requests as files. */
export class SignatureBulkResults extends Context.Service<
  SignatureBulkResults,
  {
    /** The rows as CSV, or with the signed documents so far as a ZIP file. */
    readonly open: (
      project: ProjectId,
      id: string,
      query: BulkResultQuery,
    ) => Effect.Effect<BulkResultFile, NotFound>;
  }
>()("@paraph/core/signatures/SignatureBulkResults") {
  static readonly layer = Layer.effect(
    SignatureBulkResults,
    Effect.gen(function* () {
      const bulks = yield* SignatureBulks;
      const signatures = yield* Signatures;

      /** A row with the current status of its signature request. It may have been erased. */
      const withStatus = Effect.fnUntraced(function* (project: ProjectId, row: BulkRowResult) {
        if (row.signatureId === null) return { row, signature: undefined };
        const signature = yield* signatures
          .get(project, row.signatureId)
          .pipe(Effect.catchTag("not_found", () => Effect.succeed(undefined)));
        return { row, signature };
      });

      const open = Effect.fn("SignatureBulkResults.open")(function* (
        project: ProjectId,
        bulkId: string,
        { as = "csv" }: BulkResultQuery,
      ): Effect.fn.Return<BulkResultFile, NotFound> {
        const { id, templateSlug } = yield* bulks.get(project, bulkId);
        const { rows } = yield* bulks.results(project, id);
        const results = yield* Effect.forEach(rows, (row) => withStatus(project, row), LOOKUPS);
        const lines = results.map(({ row, signature }) => [
          String(row.row + 1),
          row.renderId,
          row.signatureId ?? "",
          row.status,
          signature?.status ?? "",
          row.error?.code ?? "",
          errorText(row),
        ]);
        const list = new TextEncoder().encode(csvText([COLUMNS, ...lines]));
        const filename = `${templateSlug}-${id}.${as}`;
        if (as === "csv")
          return { filename, contentType: "text/csv; charset=utf-8", bytes: Stream.succeed(list) };
        const documents = results.flatMap(({ row, signature }) =>
          signature?.status === "completed"
            ? [
                {
                  name: `${String(row.row + 1).padStart(4, "0")}-${pdfFilename(signature.name, templateSlug)}`,
                  content: Effect.flatMap(
                    signatures.openSigned(project, signature.id),
                    ({ bytes }) => Stream.mkUint8Array(bytes),
                  ),
                },
              ]
            : [],
        );
        const bytes = zipStream([{ name: LIST_NAME, content: Effect.succeed(list) }, ...documents]);
        return { filename, contentType: "application/zip", bytes };
      });

      return SignatureBulkResults.of({ open });
    }),
  );
}

const COLUMNS = [
  "number",
  "renderId",
  "signatureId",
  "status",
  "signatureStatus",
  "errorCode",
  "errorMessage",
];

/** The message of a failed row, and its problems with their paths. */
function errorText({ error }: BulkRowResult): string {
  if (error === null) return "";
  const problems = Object.entries(error.issues?.fieldErrors ?? {}).flatMap(([path, messages]) =>
    messages.map((message) => `${path}: ${message}`),
  );
  return [error.message, ...problems].join("; ");
}
