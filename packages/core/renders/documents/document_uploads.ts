import { Context, Effect, Layer, Option, Result, Schema } from "effect";
import { Digest } from "effect/crypto";

import { idempotent, keyedRequest } from "../../idempotency/mod.ts";
import { activeContentMessage, AssetReader } from "../../layouts/mod.ts";
import { currentTraceParent } from "../../telemetry/mod.ts";
import {
  characters,
  decodeBase64File,
  InvalidRequest,
  newRow,
  newSecret,
  NotFound,
  type ProjectId,
  PublicUrls,
  RenderId,
  Transaction,
  withRandom,
} from "../../values/mod.ts";
import { EventPublisher } from "../../webhooks/mod.ts";
import type { StorageUnavailable } from "../errors.ts";
import type { Render } from "../render.ts";
import { type NewUpload, RenderStore } from "../render_store.ts";
import { renderEvent, renderView } from "../render_view.ts";
import { AssetStore } from "./asset_store.ts";
import { documentName } from "./document_name.ts";
import { pdfFilename } from "./filename.ts";

/** The maximum size of an uploaded PDF. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** A PDF to upload. */
export const UploadDocument = Schema.Struct({
  name: Schema.String.check(characters(1, 255)).annotateKey({
    description: "The file name of the PDF when a user saves it: 1 to 255 characters.",
  }),
  data: Schema.String.annotateKey({
    description:
      "The PDF in base64: at most 20 MiB and 2,000 pages, not encrypted, without scripts, attachments, media and hidden layers.",
  }),
}).annotate({ identifier: "UploadDocument", description: "A PDF to upload." });
export type UploadDocument = typeof UploadDocument.Type;

/** An uploaded PDF as a render. */
export interface UploadedDocument {
  readonly id: RenderId;
  readonly render: Render;
}

/** Adds PDFs of other origins as renders without a template, to share and to send for signature. */
export class DocumentUploads extends Context.Service<
  DocumentUploads,
  {
    /**
     * Adds a PDF as a render that has succeeded, once per idempotency key. Fails if the file is not a PDF, is
     * encrypted, or has active content; and with `NotFound` if the render of an earlier upload was erased.
     */
    readonly add: (
      project: ProjectId,
      document: UploadDocument,
      idempotencyKey?: string,
    ) => Effect.Effect<
      { readonly render: Render; readonly replayed: boolean },
      InvalidRequest | NotFound | StorageUnavailable
    >;
  }
>()("@paraph/core/renders/DocumentUploads") {
  static readonly layer = Layer.effect(
    DocumentUploads,
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const assets = yield* AssetStore;
      const reader = yield* AssetReader;
      const events = yield* EventPublisher;
      const digest = yield* Digest.Digest;
      const transaction = yield* Transaction;
      const runOnce = yield* idempotent;
      const row = yield* withRandom(newRow);
      const secret = yield* withRandom(newSecret);
      const { base } = yield* PublicUrls;

      /** The bytes and the number of pages of a PDF without active content. */
      const check = Effect.fnUntraced(function* (data: string) {
        const bytes = yield* Effect.fromResult(
          Result.mapError(decodeBase64File(data, MAX_UPLOAD_BYTES), (message) =>
            invalidFile([message]),
          ),
        );
        const { pages, activeContent } = yield* reader
          .basePdf(bytes)
          .pipe(Effect.mapError(({ message }) => invalidFile([message])));
        if (activeContent.length > 0) {
          return yield* invalidFile(
            activeContent.map(
              (content) => `${activeContentMessage(content)}. Remove it and upload again`,
            ),
          );
        }
        return { bytes, pageCount: pages.length };
      });

      /** Checks and stores a PDF, outside of the transaction. */
      const storeFiles = Effect.fnUntraced(function* (
        projectId: ProjectId,
        { name, data }: UploadDocument,
      ) {
        const { bytes, pageCount } = yield* check(data);
        const { id: newId, createdAt } = yield* row;
        const id = RenderId.make(newId);
        const downloadToken = yield* secret;
        // Without the transaction below, the files are removed later.
        yield* transaction.run(store.expectUpload({ id, downloadToken }));
        yield* assets.put(documentName(id), bytes);
        const publicUrl = (yield* store.hasPublicDownloads(projectId))
          ? yield* assets.publish({
              token: downloadToken,
              bytes,
              filename: pdfFilename(name, null),
            })
          : Option.none();
        return {
          id,
          projectId,
          filename: name,
          downloadToken,
          pageCount,
          byteSize: bytes.length,
          sha256: yield* digest.digestHex(Digest.sha256, bytes),
          createdAt,
          traceParent: yield* currentTraceParent,
          ...(Option.isNone(publicUrl) ? {} : { publicUrl: publicUrl.value }),
        } satisfies NewUpload;
      });

      const insert = Effect.fnUntraced(function* (upload: NewUpload) {
        const render = yield* store.addUpload(upload);
        const { id, traceParent } = upload;
        yield* events.publish({ ...renderEvent("render.succeeded", render, base), traceParent });
        return { id, render: renderView(render, base) };
      });

      const replay = Effect.fnUntraced(function* (
        project: ProjectId,
        id: string,
      ): Effect.fn.Return<UploadedDocument, NotFound> {
        const found = yield* store.find(project, RenderId.make(id));
        const render = yield* Effect.fromOption(found, () => NotFound.of("render"));
        return { id: render.id, render: renderView(render, base) };
      });

      const add = Effect.fn("DocumentUploads.add")(function* (
        project: ProjectId,
        document: UploadDocument,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "documents.upload", within: project } as const;
        const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => replay(project, id),
          prepare: storeFiles(project, document),
          make: insert,
        });
        return { render: value.render, replayed };
      });

      return DocumentUploads.of({ add });
    }),
  );
}

function invalidFile(messages: ReadonlyArray<string>): InvalidRequest {
  return InvalidRequest.of(messages.map((message) => ({ path: "data", message })));
}
