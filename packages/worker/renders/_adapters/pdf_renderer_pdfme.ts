import {
  AssetReader,
  LayoutCompiler,
  type LayoutSource,
  UnreadableAsset,
} from "@paraph/core/layouts";
import { type Drawing, PdfRenderer, RenderFault } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { ENGINE } from "./compile/kept_template.ts";
import { ImageFetcher } from "./fetching/image_fetcher.ts";
import type { Job, Reply } from "./threads/messages.ts";
import { ThreadPool } from "./threads/thread_pool.ts";

/** Draws with pdfme on the threads of a pool; images given by address are fetched first. */
export const pdfRenderer = Layer.effect(
  PdfRenderer,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const fetcher = yield* ImageFetcher;
    /** What the version was compiled to; compiled again when another engine did it, or none. */
    const templateOf = Effect.fnUntraced(function* ({ source, compiled }: Drawing["version"]) {
      if (compiled?.engine === ENGINE) return compiled.bytes;
      const reply = yield* pool.run(compileJob(source));
      return reply.kind === "compiled" ? reply.bytes : yield* faultOf(reply);
    });
    const draw = Effect.fn("PdfRenderer.draw")(function* (drawing: Drawing) {
      const fetched = yield* fetcher.fetchAll(drawing);
      const template = yield* templateOf(drawing.version);
      const data = JSON.stringify(drawing.data);
      const reply = yield* pool.run({ kind: "draw", template, data, fetched });
      if (reply.kind === "drawn") return { bytes: reply.bytes, pageCount: reply.pageCount };
      return yield* faultOf(reply);
    });
    return PdfRenderer.of({ draw });
  }),
);

/** Compiles layouts on the threads of a pool, for what they carry is not to be trusted. */
export const layoutCompiler = Layer.effect(
  LayoutCompiler,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const compile = Effect.fn("LayoutCompiler.compile")(function* (source: LayoutSource) {
      const reply = yield* Effect.mapError(pool.run(compileJob(source)), (error) =>
        unreadable(UNREADABLE[error._tag]),
      );
      if (reply.kind === "compiled") return { engine: ENGINE, bytes: reply.bytes };
      return yield* unreadable(messageOf(reply));
    });
    return LayoutCompiler.of({ compile });
  }),
);

/** Reads files on the threads of a pool: a damaged file can hang a library, but not the process. */
export const assetReader = Layer.effect(
  AssetReader,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const read = (job: Exclude<Job, { readonly kind: "draw" | "compile" }>) =>
      pool.run(job).pipe(
        Effect.mapError((error) => unreadable(UNREADABLE[error._tag])),
        Effect.flatMap((reply) =>
          reply.kind === "unreadable"
            ? Effect.fail(unreadable(reply.message))
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

const unreadable = (message: string) => new UnreadableAsset({ message });

function compileJob(source: LayoutSource): Job {
  return { kind: "compile", source: JSON.stringify(source) };
}

/** What a thread says is wrong; a version that no longer compiles fails its renders. */
function faultOf(reply: Reply): RenderFault {
  const code = reply.kind === "fault" ? reply.code : "render_failed";
  return new RenderFault({ code, message: messageOf(reply) });
}

function messageOf(reply: Reply): string {
  return "message" in reply ? reply.message : "The document cannot be drawn";
}
