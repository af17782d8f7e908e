import {
  type FileFace,
  FontReader,
  type LoadableFace,
  storedFace,
  UnreadableFont,
} from "@paraph/core/fonts";
import {
  type ArchiveStandard,
  AssetReader,
  type CompiledLayout,
  LayoutCompiler,
  type LayoutSource,
  standardText,
  UnreadableAsset,
} from "@paraph/core/layouts";
import {
  ImageFetcher,
  ImageTooLarge,
  jsonBytes,
  PageRasterizer,
  type PageToDraw,
  PdfMerger,
  PdfRenderer,
  type PdfToMerge,
  type RendererUnavailable,
  RenderError,
  type RenderInput,
  UndrawablePage,
  UnmergeablePdf,
} from "@paraph/core/renders";
import { Duration, Effect, Layer, Option } from "effect";

import { ENGINE } from "./compile/template_bytes.ts";
import { FontFileCache } from "./fonts/font_file_cache.ts";
import { LruCache } from "./lru_cache.ts";
import { LearnedCosts, estimateMicros, type Workload } from "./threads/cost_estimate.ts";
import { type Job, type PartToTry, type Reply, wholeBytes } from "./threads/messages.ts";
import { ThreadPool } from "./threads/thread_pool.ts";
import { UnreadableFiles } from "./threads/unreadable_files.ts";

export interface PdfRendererOptions {
  /**
   * How many documents of one project are rendered concurrently, at least two. Up to two more threads start when
   * they are needed: one for other projects, and a spare one after a thread was stopped.
   */
  readonly threads: number;
  /** The time limit of a document, 30 seconds by default. */
  readonly deadline?: Duration.Input;
}

/** The cache limits of versions that another engine compiled and this one compiled again. */
const RECOMPILED_LIMITS = { count: 256, bytes: 32 * 1024 * 1024 } as const;

/** The assumed cost of a render that exceeded its deadline. */
const TIMEOUT_MICROS = 60_000_000;

/** The time limit for reading a base PDF; 0.1 seconds is usual. */
const READING_DEADLINE = Duration.seconds(10);

/** The files of fonts that this process has loaded. */
const fontFiles = new FontFileCache();

/** Renders on the threads of a pool, after fetching images by URL. */
const renderer = Layer.effect(
  PdfRenderer,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const fetcher = yield* ImageFetcher;
    const layoutCache = new LruCache<Omit<CompiledLayout, "engine">>(RECOMPILED_LIMITS);
    /** Returns the compiled version; compiles it when no engine, another one, or for another standard did. */
    const compiledVersion = Effect.fnUntraced(function* (
      id: string,
      { version: { source, compiled }, standard = null }: RenderInput,
    ) {
      if (standard === null && compiled?.engine === ENGINE) return compiled;
      const cachedLayout = layoutCache.get(id);
      if (cachedLayout !== undefined) return cachedLayout;
      const version = yield* source;
      const layout = standard === null ? version.layout : { ...version.layout, standard };
      const reply = yield* compileWith(pool, { ...version, layout });
      if (reply.kind !== "compiled") return yield* toRenderError(reply);
      layoutCache.set(id, reply, reply.bytes.length);
      return reply;
    });
    const costs = new LearnedCosts();
    const draw = Effect.fnUntraced(function* (input: RenderInput, file?: string) {
      const images = yield* fetcher.fetchAll(input);
      const id = compiledId(input);
      const { bytes, drawMicros = 0 } = yield* compiledVersion(id, input);
      const template = { id, bytes };
      const data =
        input.data instanceof Uint8Array ? wholeBytes(input.data) : jsonBytes(input.data);
      const load = {
        rows: objectsIn(data),
        characters: data.length,
        copiedBytes: bytes.length + totalLength(images.values()),
        knownMicros: drawMicros,
      };
      const fonts = yield* fontFiles.load(input.version.fonts);
      const { encryption } = input;
      const job = {
        kind: "render",
        template,
        data,
        fetched: images,
        fonts,
        encryption,
        file,
      } as const;
      const expected = estimateMicros(load);
      const reply = yield* pool.run(job, expected + costs.extraOf(id)).pipe(
        Effect.tapErrorTag("render_fault", ({ code }) =>
          Effect.sync(() => {
            if (code === "render_timeout") costs.learn(id, TIMEOUT_MICROS);
          }),
        ),
      );
      if (reply.kind === "rendered" || reply.kind === "written")
        costs.learn(id, reply.micros - expected);
      return reply;
    });
    const render = Effect.fn("PdfRenderer.render")(function* (input: RenderInput) {
      const reply = yield* draw(input);
      if (reply.kind !== "rendered") return yield* toRenderError(reply);
      return { ...factsOf(reply), bytes: reply.bytes };
    });
    const renderInto = Effect.fn("PdfRenderer.renderInto")(function* (
      path: string,
      input: RenderInput,
    ) {
      const reply = yield* draw(input, path);
      if (reply.kind === "rendered") return { ...factsOf(reply), bytes: reply.bytes };
      if (reply.kind === "written") return { ...factsOf(reply), byteSize: reply.byteSize };
      return yield* toRenderError(reply);
    });
    return PdfRenderer.of({ render, renderInto });
  }),
);

function factsOf(reply: Extract<Reply, { readonly kind: "rendered" | "written" }>) {
  const { sha256, pageCount, warnings, signingFields } = reply;
  return { sha256, pageCount, warnings, signingFields };
}

/** The id of what is compiled: that of the version, and the standard in place of the one of its layout. */
function compiledId({ version: { id }, standard = null }: RenderInput): string {
  return standard === null ? id : `${id} ${standardText(standard)}`;
}

/** Compiles layouts on the threads of a pool, because embedded files are untrusted. */
const layoutCompiler = Layer.effect(
  LayoutCompiler,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const compile = Effect.fn("LayoutCompiler.compile")(function* (source: LayoutSource) {
      const reply = yield* asReadable(compileWith(pool, source));
      if (reply.kind === "compiled") {
        const { bytes, cuts, drawMicros, warnings } = reply;
        return { engine: ENGINE, bytes, cuts, drawMicros, warnings };
      }
      return yield* unreadable(messageOf(reply));
    });
    return LayoutCompiler.of({ compile });
  }),
);

/** Reads files on the threads of a pool, where a damaged file cannot block the process. */
const assetReader = Layer.effect(
  AssetReader,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const read = Effect.fnUntraced(function* (
      job: Exclude<Job, { readonly kind: "render" | "compile" }>,
      load: Workload,
    ) {
      const reply = yield* asReadable(pool.run(job, estimateMicros(load)));
      return reply.kind === "unreadable" ? yield* unreadable(reply.message) : reply;
    });
    const unreadablePdfs = new UnreadableFiles();
    const readBase = Effect.fnUntraced(function* (
      bytes: Uint8Array,
      standard: ArchiveStandard | undefined,
    ) {
      const job = { kind: "basePdf", bytes, standard } as const;
      const reply = yield* pool.run(
        job,
        estimateMicros(untrustedWorkload(bytes)),
        READING_DEADLINE,
      );
      if (reply.kind === "unreadable") return yield* unreadable(reply.message);
      return reply.kind === "basePdf" ? reply : yield* Effect.die("Expected a base PDF");
    });
    return AssetReader.of({
      basePdf: Effect.fn("AssetReader.basePdf")((bytes: Uint8Array, standard?: ArchiveStandard) =>
        asReadable(
          unreadablePdfs.readOnce(bytes, readBase(bytes, standard), unreadable, verdictOf),
        ),
      ),
      image: Effect.fn("AssetReader.image")(function* (bytes) {
        const reply = yield* read({ kind: "image", bytes }, { readBytes: bytes.length });
        return reply.kind === "readImage" ? reply.image : yield* Effect.die("Expected an image");
      }),
      missingCharacters: Effect.fn("AssetReader.missingCharacters")(function* (texts, faces) {
        const fonts = yield* fontFiles.load(faces);
        const reply = yield* read(
          { kind: "missing", texts, faces: storedFaces(faces), fonts },
          { characters: totalLength(texts.map(({ text }) => text)) },
        );
        return reply.kind === "missing"
          ? reply.characters
          : yield* Effect.die("Expected missing characters");
      }),
      partProblems: Effect.fn("AssetReader.partProblems")(function* (part, manifest, loadable) {
        const fonts = yield* fontFiles.load(loadable);
        const faces = storedFaces(loadable);
        const text = JSON.stringify({ part, manifest, faces } satisfies PartToTry);
        const reply = yield* read({ kind: "part", part: text, fonts }, untrustedWorkload(text));
        return reply.kind === "tried" ? reply.issues : yield* Effect.die("Expected problems");
      }),
    });
  }),
);

/** Reads fonts on the threads of a pool, where a damaged file cannot block the process. */
const fontReader = Layer.effect(
  FontReader,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const unreadableFonts = new UnreadableFiles();
    const readFont = Effect.fnUntraced(function* (bytes: Uint8Array) {
      const job = { kind: "font", bytes } as const;
      const micros = estimateMicros(untrustedWorkload(bytes));
      const reply = yield* pool.run(job, micros, READING_DEADLINE);
      if (reply.kind === "unreadable") return yield* unreadable(reply.message);
      return reply.kind === "readFont" ? reply.facts : yield* Effect.die("Expected a font");
    });
    return FontReader.of({
      read: Effect.fn("FontReader.read")((bytes: Uint8Array) =>
        asReadable(unreadableFonts.readOnce(bytes, readFont(bytes), unreadable, verdictOf)).pipe(
          Effect.mapError(({ message }) => new UnreadableFont({ message })),
        ),
      ),
    });
  }),
);

/** The time limit for the image of a page; 0.1 seconds is usual. */
const DRAWING_DEADLINE = Duration.seconds(10);

/** Draws pages on the threads of a pool, where PDFium cannot block the process. */
const pageRasterizer = Layer.effect(
  PageRasterizer,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const draw = Effect.fn("PageRasterizer.draw")(function* (pdf: Uint8Array, page: PageToDraw) {
      const micros = estimateMicros(untrustedWorkload(pdf));
      const reply = yield* pool
        .run({ kind: "page", pdf, page }, micros, DRAWING_DEADLINE)
        .pipe(Effect.catchTag("render_fault", ({ message }) => undrawable(message)));
      switch (reply.kind) {
        case "drawn":
          return Option.some(reply.bytes);
        case "noPage":
          return Option.none();
        case "tooManyPixels":
          return yield* new ImageTooLarge();
        default:
          return yield* undrawable(messageOf(reply));
      }
    });
    return PageRasterizer.of({ draw });
  }),
);

const undrawable = (reason: string) =>
  Effect.fail(new UndrawablePage({ message: `The page cannot be drawn. ${reason}` }));

/** The time limit for reading a document to merge; 0.01 seconds is usual. */
const MERGING_DEADLINE = Duration.seconds(30);

/** Renumbers documents on the threads of a pool. */
const pdfMerger = Layer.effect(
  PdfMerger,
  Effect.gen(function* () {
    const pool = yield* ThreadPool;
    const part = Effect.fn("PdfMerger.part")(function* (document: PdfToMerge) {
      const micros = estimateMicros(untrustedWorkload(document.pdf));
      const reply = yield* pool
        .run({ kind: "merge", document }, micros, MERGING_DEADLINE)
        .pipe(Effect.catchTag("render_fault", ({ message }) => unmergeable(message)));
      return reply.kind === "merged" ? reply.part : yield* unmergeable(messageOf(reply));
    });
    return PdfMerger.of({ part });
  }),
);

const unmergeable = (reason: string) =>
  Effect.fail(new UnmergeablePdf({ message: `A document cannot be merged. ${reason}` }));

/** Renders documents, compiles layouts, reads files, draws and merges pages on the threads of a pool. */
export const rendererOnPool = Layer.mergeAll(
  renderer,
  layoutCompiler,
  assetReader,
  fontReader,
  pageRasterizer,
  pdfMerger,
);

/**
 * Renders documents, compiles layouts and reads files on worker threads. Requires an `ImageFetcher` for
 * images by URL.
 */
export const pdfRenderer = ({ threads, deadline = "30 seconds" }: PdfRendererOptions) =>
  rendererOnPool.pipe(Layer.provide(ThreadPool.layer({ threads, deadline })));

/** Returns what a failure says about a file; undefined for an outage. */
function verdictOf(error: UnreadableAsset | RenderError | RendererUnavailable) {
  if (error._tag === "renderer_unavailable") return undefined;
  return { message: whyUnreadable(error), isCostly: error._tag === "render_fault" };
}

/** A file that exceeds the time or memory limit is unreadable, like a damaged one. */
function whyUnreadable(error: UnreadableAsset | RenderError | RendererUnavailable): string {
  if (error._tag === "unreadable_asset") return error.message;
  if (error._tag === "renderer_unavailable") return "The file cannot be read";
  return error.code === "render_timeout"
    ? "The file takes too long to read"
    : "The file takes too much memory to read";
}

const unreadable = (message: string) => new UnreadableAsset({ message });

function asReadable<A>(
  reading: Effect.Effect<A, UnreadableAsset | RenderError | RendererUnavailable>,
): Effect.Effect<A, UnreadableAsset> {
  return reading.pipe(
    Effect.tapErrorTag("renderer_unavailable", ({ message }) =>
      Effect.logWarning("A file could not be read", message),
    ),
    Effect.mapError((error) => unreadable(whyUnreadable(error))),
  );
}

const compileWith = Effect.fnUntraced(function* (
  pool: ThreadPool["Service"],
  { fonts: faces = [], ...source }: LayoutSource,
) {
  const text = JSON.stringify({ ...source, fonts: storedFaces(faces) });
  const fonts = yield* fontFiles.load(faces);
  const micros = estimateMicros(untrustedWorkload(text));
  return yield* pool.run({ kind: "compile", source: text, fonts }, micros);
});

function storedFaces(faces: ReadonlyArray<LoadableFace>): ReadonlyArray<FileFace> {
  return faces.map(storedFace);
}

/** The workload of an untrusted file; a few bytes can unpack to a lot. */
function untrustedWorkload({ length }: { readonly length: number }): Workload {
  return { readBytes: length, isUntrusted: true };
}

const OPEN_BRACE = 0x7b;

/** The number of objects in JSON, which is that of the rows and a few more. */
function objectsIn(json: Uint8Array): number {
  let count = 0;
  for (let at = json.indexOf(OPEN_BRACE); at !== -1; at = json.indexOf(OPEN_BRACE, at + 1)) count++;
  return count;
}

function totalLength(parts: Iterable<{ readonly length: number }>): number {
  return [...parts].reduce((total, { length }) => total + length, 0);
}

/** Converts a thread's error; a version that no longer compiles fails its renders. */
function toRenderError(reply: Reply): RenderError {
  const code = reply.kind === "fault" ? reply.code : "render_failed";
  return new RenderError({ code, message: messageOf(reply) });
}

function messageOf(reply: Reply): string {
  return "message" in reply ? reply.message : "The document cannot be rendered";
}
