import { AssetReader, UnreadableAsset } from "@paraph/core/layouts";
import { type Drawing, PdfRenderer, RenderFault } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { ImageFetcher } from "./fetching/image_fetcher.ts";
import { estimateMicros, type Workload } from "./threads/estimate.ts";
import type { Job, SentTemplate } from "./threads/messages.ts";
import { ThreadPool } from "./threads/thread_pool.ts";

/** Draws with pdfme on the threads of a pool; images given by address are fetched first. */
export const pdfRenderer = Layer.effect(
  PdfRenderer,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const fetcher = yield* ImageFetcher;
    const draw = Effect.fn("PdfRenderer.draw")(function* (drawing: Drawing) {
      const fetched = yield* fetcher.fetchAll(drawing);
      const template = templateOf(drawing);
      const data = JSON.stringify(drawing.data);
      const micros = estimateMicros({
        rows: Object.values(drawing.data.loops).reduce((sum, { length }) => sum + length, 0),
        characters: data.length,
        copiedBytes: [...fetched.values()].reduce((sum, { length }) => sum + length, 0),
      });
      const reply = yield* pool.run({ kind: "draw", template, data, fetched }, micros);
      if (reply.kind === "drawn") return { bytes: reply.bytes, pageCount: reply.pageCount };
      if (reply.kind === "fault")
        return yield* new RenderFault({ code: reply.code, message: reply.message });
      return yield* Effect.die(`A drawing was answered with "${reply.kind}"`);
    });
    return PdfRenderer.of({ draw });
  }),
);

const templates = new WeakMap<Drawing["layout"], SentTemplate & { readonly bytes: Uint8Array }>();
let templateCount = 0;

/** A layout that is drawn again is the same object. */
function templateOf({ layout, manifest }: Drawing): SentTemplate {
  const known = templates.get(layout);
  if (known !== undefined) return known;
  const bytes = new TextEncoder().encode(JSON.stringify({ layout, manifest }));
  templateCount += 1;
  const template = { id: String(templateCount), bytes };
  templates.set(layout, template);
  return template;
}

/** Reads files on the threads of a pool: a damaged file can hang a library, but not the process. */
export const assetReader = Layer.effect(
  AssetReader,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const read = (job: Exclude<Job, { readonly kind: "draw" }>, load: Workload) =>
      pool.run(job, estimateMicros(load)).pipe(
        Effect.tapErrorTag("renderer_unavailable", ({ message }) =>
          Effect.logWarning("A file could not be read", message),
        ),
        Effect.mapError((error) => new UnreadableAsset({ message: UNREADABLE[error._tag] })),
        Effect.flatMap((reply) =>
          reply.kind === "unreadable"
            ? Effect.fail(new UnreadableAsset({ message: reply.message }))
            : Effect.succeed(reply),
        ),
      );
    return AssetReader.of({
      pdfPages: Effect.fn("AssetReader.pdfPages")(function* (bytes) {
        const reply = yield* read({ kind: "pdfPages", bytes }, { readBytes: bytes.length });
        return reply.kind === "pages" ? reply.pages : yield* Effect.die("Asked for pages");
      }),
      image: Effect.fn("AssetReader.image")(function* (bytes) {
        const reply = yield* read({ kind: "image", bytes }, { readBytes: bytes.length });
        return reply.kind === "readImage" ? reply.image : yield* Effect.die("Asked for an image");
      }),
      missingCharacters: Effect.fn("AssetReader.missingCharacters")(function* (texts) {
        const characters = texts.reduce((sum, { length }) => sum + length, 0);
        const reply = yield* read({ kind: "missing", texts }, { characters });
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
