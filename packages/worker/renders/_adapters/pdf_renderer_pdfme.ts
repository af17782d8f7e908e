import { AssetReader, UnreadableAsset } from "@paraph/core/layouts";
import { PdfRenderer, RenderFault } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { ImageFetcher } from "./fetching/image_fetcher.ts";
import type { Job } from "./threads/messages.ts";
import { ThreadPool } from "./threads/thread_pool.ts";

/** Draws with pdfme on the threads of a pool; images given by address are fetched first. */
export const pdfRenderer = Layer.effect(
  PdfRenderer,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const fetcher = yield* ImageFetcher;
    const draw = Effect.fn("PdfRenderer.draw")(function* (
      drawing: Parameters<PdfRenderer["Service"]["draw"]>[0],
    ) {
      const fetched = yield* fetcher.fetchAll(drawing);
      const reply = yield* pool.run({ kind: "draw", drawing: JSON.stringify(drawing), fetched });
      if (reply.kind === "drawn") return { bytes: reply.bytes, pageCount: reply.pageCount };
      if (reply.kind === "fault")
        return yield* new RenderFault({ code: reply.code, message: reply.message });
      return yield* Effect.die(`A drawing was answered with "${reply.kind}"`);
    });
    return PdfRenderer.of({ draw });
  }),
);

/** Reads files on the threads of a pool: a damaged file can hang a library, but not the process. */
export const assetReader = Layer.effect(
  AssetReader,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const read = (job: Exclude<Job, { readonly kind: "draw" }>) =>
      pool.run(job).pipe(
        Effect.mapError((error) => new UnreadableAsset({ message: UNREADABLE[error._tag] })),
        Effect.flatMap((reply) =>
          reply.kind === "unreadable"
            ? Effect.fail(new UnreadableAsset({ message: reply.message }))
            : Effect.succeed(reply),
        ),
      );
    return AssetReader.of({
      pdfPages: Effect.fn("AssetReader.pdfPages")(function* (bytes) {
        const reply = yield* read({ kind: "pdfPages", bytes });
        return reply.kind === "pages" ? reply.pages : yield* Effect.die("Asked for pages");
      }),
      image: Effect.fn("AssetReader.image")(function* (bytes) {
        const reply = yield* read({ kind: "image", bytes });
        return reply.kind === "readImage" ? reply.image : yield* Effect.die("Asked for an image");
      }),
      missingCharacters: Effect.fn("AssetReader.missingCharacters")(function* (texts) {
        const reply = yield* read({ kind: "missing", texts });
        return reply.kind === "missing" ? reply.characters : yield* Effect.die("Asked for letters");
      }),
    });
  }),
);

/** A file that takes too long, or a whole thread's memory, is as unreadable as a damaged one. */
const UNREADABLE = {
  render_fault: "The file takes too long to read",
  renderer_unavailable: "The file cannot be read",
} as const;
