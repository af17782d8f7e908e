import type { FileFace, FontFacts } from "@paraph/core/fonts";
import type {
  ArchiveStandard,
  BasePdf,
  FixedPart,
  FixedText,
  ReadableImage,
} from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import type {
  DocumentEncryption,
  MergedPart,
  PageToDraw,
  PdfToMerge,
  RenderErrorCode,
  SigningFieldPlace,
} from "@paraph/core/renders";
import type { Issue } from "@paraph/core/values";

import type { FontFiles } from "../fonts/template_font.ts";
import type { DrawnPage } from "../rasterize/draw_page.ts";

/** A compiled template: its bytes are sent to a thread once, then only its id. */
export interface SentTemplate {
  readonly id: string;
  /** As `toBytes` wrote them; absent if the thread should have the template in its cache. */
  readonly bytes?: Uint8Array;
}

/** A field with fixed content, its manifest and its fonts. */
export interface PartToTry {
  readonly part: FixedPart;
  readonly manifest: Manifest;
  readonly faces: ReadonlyArray<FileFace>;
}

/** A text to check, and its font. */
type TextToCheck = Pick<FixedText, "text" | "fontName">;

/** A job of the pool. Data is JSON in UTF-8, a layout is JSON text. */
export type Job =
  | {
      readonly kind: "render";
      readonly template: SentTemplate;
      readonly data: Uint8Array;
      readonly fetched: ReadonlyMap<string, Uint8Array>;
      readonly encryption?: DocumentEncryption | null | undefined;
      /** In memory that all threads share. */
      readonly fonts?: FontFiles;
      /** The path of a new file for the document, which the reply then lacks. */
      readonly file?: string | undefined;
    }
  | { readonly kind: "compile"; readonly source: string; readonly fonts?: FontFiles }
  /** A `PartToTry` as JSON. */
  | { readonly kind: "part"; readonly part: string; readonly fonts?: FontFiles }
  | {
      readonly kind: "basePdf";
      readonly bytes: Uint8Array;
      readonly standard?: ArchiveStandard | undefined;
    }
  | { readonly kind: "image"; readonly bytes: Uint8Array }
  | { readonly kind: "font"; readonly bytes: Uint8Array }
  | { readonly kind: "page"; readonly pdf: Uint8Array; readonly page: PageToDraw }
  | { readonly kind: "merge"; readonly document: PdfToMerge }
  | {
      readonly kind: "missing";
      readonly texts: ReadonlyArray<TextToCheck>;
      readonly faces?: ReadonlyArray<FileFace>;
      readonly fonts?: FontFiles;
    };

/** The facts of a finished document. */
interface RenderedFacts {
  /** In hex. */
  readonly sha256: string;
  readonly pageCount: number;
  readonly warnings: ReadonlyArray<Issue>;
  readonly signingFields: ReadonlyArray<SigningFieldPlace>;
  /** Render time in microseconds. */
  readonly micros: number;
}

/** The result of a job. */
export type Reply =
  | (RenderedFacts & { readonly kind: "rendered"; readonly bytes: Uint8Array<ArrayBuffer> })
  | (RenderedFacts & { readonly kind: "written"; readonly byteSize: number })
  | {
      readonly kind: "compiled";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly cuts: ReadonlyArray<number>;
      /** Render time without data, in microseconds. */
      readonly drawMicros: number;
      /** The warnings of a render without data. */
      readonly warnings: ReadonlyArray<Issue>;
    }
  | { readonly kind: "fault"; readonly code: RenderErrorCode; readonly message: string }
  | ({ readonly kind: "basePdf" } & BasePdf)
  | { readonly kind: "tried"; readonly issues: ReadonlyArray<Issue> }
  | { readonly kind: "readImage"; readonly image: ReadableImage }
  | { readonly kind: "readFont"; readonly facts: FontFacts }
  | DrawnPage
  | { readonly kind: "merged"; readonly part: MergedPart }
  | { readonly kind: "missing"; readonly characters: ReadonlyArray<string | null> }
  | { readonly kind: "unreadable"; readonly message: string };

/** The thread does not have the template of this id: the job must be sent again with its bytes. */
export interface UnknownTemplate {
  readonly kind: "unknownTemplate";
}

/** Jobs for one thread, which runs them in order. It gets the next batch when it has replied to all. */
export interface BatchMessage {
  readonly jobs: ReadonlyArray<Job>;
  /** How far the thread is, at {@linkcode STARTED} and {@linkcode WRITES}. */
  readonly progress: Int32Array<SharedArrayBuffer>;
}

/**
 * The number of jobs that the thread has started, which it counts itself. Setting it to the number of all jobs takes
 * back those that have not started. The first counts as started at once: if it took long to arrive, it would be
 * taken back and sent again, forever.
 */
export const STARTED = 0;

/** 1 while the thread writes a file, and so waits for the disk. */
export const WRITES = 1;

/** The progress of a batch that is sent. */
export function initialProgress(): Int32Array<SharedArrayBuffer> {
  const progress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  progress[STARTED] = 1;
  return progress;
}

/** The reply to the job at an index of a batch. */
export interface BatchReply {
  readonly index: number;
  readonly result: Reply | UnknownTemplate;
}

/** A thread sends it once, when it can take its first message. */
export const READY = "ready";

/**
 * Returns bytes that own their whole buffer, so that it can be transferred to another thread, or copied
 * without the rest of a larger buffer.
 */
export function wholeBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
