import { Context, DateTime, Effect, Layer, Option, Schema, Stream } from "effect";

import { Conflict, NotFound, onBehalfOf, type ProjectId, RenderBatchId } from "../../values/mod.ts";
import { documentName } from "../documents/document_name.ts";
import { pdfFilename } from "../documents/filename.ts";
import { verifiedFiles } from "../documents/verified_files.ts";
import { StorageUnavailable } from "../errors.ts";
import type { StoredRender } from "../render_store.ts";
import { csvText } from "./csv_text.ts";
import { MergedPdf } from "./merged_pdf.ts";
import { PdfMerger } from "./pdf_merger.ts";
import type { BatchResultQuery } from "./render_batch.ts";
import { RenderBatchStore } from "./render_batch_store.ts";
import { zipSize } from "./zip_archive.ts";
import { zipStream } from "./zip_stream.ts";

/** The result of a batch as a file. */
export interface BatchResult {
  readonly filename: string;
  readonly contentType: "application/zip" | "application/pdf";
  /** Absent if it is not known before the end. */
  readonly byteSize?: number;
  /** Only one document at a time is in memory. */
  readonly bytes: Stream.Stream<Uint8Array, StorageUnavailable | NotFound | Conflict>;
}

/** A render of a batch. */
type BatchRender = StoredRender & { readonly position: number };

/** A render of a batch with a document. */
interface Document {
  readonly render: BatchRender;
  readonly file: { readonly name: string; readonly sha256: string; readonly byteSize: number };
  /** The name in the archive: unique and in the order of the batch. */
  readonly name: string;
}

/** The file of an archive that lists the renders. */
const LIST_NAME = "renders.csv";

const isBatchId = Schema.is(RenderBatchId);

/** Reads the documents of completed batches. */
export class BatchResults extends Context.Service<
  BatchResults,
  {
    /** All documents of a batch in one file; a conflict until it is completed. */
    readonly open: (
      project: ProjectId,
      id: string,
      query: BatchResultQuery,
    ) => Effect.Effect<BatchResult, NotFound | Conflict>;
  }
>()("@paraph/core/renders/BatchResults") {
  static readonly layer = Layer.effect(
    BatchResults,
    Effect.gen(function* () {
      const store = yield* RenderBatchStore;
      const merger = yield* PdfMerger;
      const openFile = yield* verifiedFiles;

      /** The content of a document. It may have been erased meanwhile. */
      const read = Effect.fnUntraced(function* ({ file }: Document) {
        const asset = yield* openFile(file);
        if (Option.isNone(asset)) return yield* NotFound.of("document");
        return yield* Stream.mkUint8Array(asset.value.bytes);
      });

      const zip = (documents: ReadonlyArray<Document>, list: Uint8Array) =>
        zipStream([
          { name: LIST_NAME, content: Effect.succeed(list) },
          ...documents.map((document) => ({ name: document.name, content: read(document) })),
        ]);

      const pdf = (project: ProjectId, documents: ReadonlyArray<Document>) =>
        Stream.suspend(() => {
          const merged = new MergedPdf();
          const append = Effect.fnUntraced(function* (document: Document) {
            const content = yield* read(document);
            const part = yield* merger
              .part({ pdf: content, ...merged.numbers() })
              .pipe(
                onBehalfOf(project),
                Effect.catchTags({
                  unmergeable_pdf: ({ message }) => Effect.fail(Conflict.of(message)),
                  renderer_unavailable: () => Effect.fail(StorageUnavailable.of()),
                }),
              );
            return merged.append(document.name.replace(/\.pdf$/u, ""), part);
          });
          return Stream.succeed(merged.start()).pipe(
            Stream.concat(Stream.mapEffect(Stream.fromIterable(documents), append)),
            Stream.concat(Stream.suspend(() => Stream.succeed(merged.finish()))),
          );
        });

      const open = Effect.fn("BatchResults.open")(function* (
        project: ProjectId,
        batchId: string,
        { as = "zip" }: BatchResultQuery,
      ): Effect.fn.Return<BatchResult, NotFound | Conflict> {
        const found = isBatchId(batchId) ? yield* store.find(project, batchId) : Option.none();
        const { id, completedAt, templateSlug } = yield* Effect.fromOption(found, () =>
          NotFound.of("render batch"),
        );
        if (completedAt === null) return yield* NOT_COMPLETED;
        const renders = yield* store.renders(id);
        const documents = documentsOf(renders);
        const filename = `${templateSlug}-${id}.${as}`;
        if (as === "zip") {
          const list = new TextEncoder().encode(listOf(renders, documents));
          const sizes = documents.map(({ name, file }) => ({ name, size: file.byteSize }));
          const byteSize = zipSize([{ name: LIST_NAME, size: list.length }, ...sizes]);
          const contentType = "application/zip";
          return { filename, contentType, byteSize, bytes: zip(documents, list) };
        }
        if (documents.length === 0) return yield* NO_DOCUMENTS;
        return { filename, contentType: "application/pdf", bytes: pdf(project, documents) };
      });

      return BatchResults.of({ open });
    }),
  );
}

const NOT_COMPLETED = Conflict.of("The batch is not completed: wait until its renders have ended");
const NO_DOCUMENTS = Conflict.of("The batch has no documents: no render of it succeeded");

/** The renders with a document, each with a unique name: its number in the batch, and its file name. */
function documentsOf(renders: ReadonlyArray<BatchRender>): ReadonlyArray<Document> {
  return renders.flatMap((render) => {
    const { id, position, status, sha256, byteSize, filename, templateSlug } = render;
    if (status !== "succeeded" || sha256 === null || byteSize === null) return [];
    const name = `${numberOf(position)}-${pdfFilename(filename, templateSlug)}`;
    return [{ render, name, file: { name: documentName(id), sha256, byteSize } }];
  });
}

function numberOf(position: number): string {
  return String(position + 1).padStart(4, "0");
}

/** The renders of a batch as CSV, with their files and errors. */
function listOf(renders: ReadonlyArray<BatchRender>, documents: ReadonlyArray<Document>): string {
  const names = new Map(documents.map(({ render, name }) => [render.id, name]));
  const rows = renders.map((render) => [
    String(render.position + 1),
    render.id,
    render.status,
    names.get(render.id) ?? "",
    render.pageCount === null ? "" : String(render.pageCount),
    render.sha256 ?? "",
    render.completedAt === null ? "" : DateTime.formatIso(render.completedAt),
    render.errorCode ?? "",
    render.errorMessage ?? "",
  ]);
  return csvText([COLUMNS, ...rows]);
}

const COLUMNS = [
  "number",
  "renderId",
  "status",
  "file",
  "pageCount",
  "sha256",
  "completedAt",
  "errorCode",
  "errorMessage",
];
