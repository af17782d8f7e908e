import type { BasePdf, FixedPart, ReadableImage } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import type { RenderFaultCode } from "@paraph/core/renders";
import type { Issue } from "@paraph/core/values";

/** A compiled template: its bytes travel to a thread once, then its version's id is enough. */
export interface SentTemplate {
  readonly id: string;
  /** As `toBytes` wrote them; absent where the thread is believed to keep the template. */
  readonly bytes?: Uint8Array;
}

/** A field that carries something of its own, and the manifest it belongs to. */
export interface PartToTry {
  readonly part: FixedPart;
  readonly manifest: Manifest;
}

/** What a thread is asked. Data and layouts travel as JSON text, files as bytes. */
export type Job =
  | {
      readonly kind: "render";
      readonly template: SentTemplate;
      readonly data: string;
      readonly fetched: ReadonlyMap<string, Uint8Array>;
    }
  | { readonly kind: "compile"; readonly source: string } /** A `PartToTry` as JSON. */
  | { readonly kind: "part"; readonly part: string }
  | { readonly kind: "basePdf"; readonly bytes: Uint8Array }
  | { readonly kind: "image"; readonly bytes: Uint8Array }
  | { readonly kind: "missing"; readonly texts: ReadonlyArray<string> };

/** What came of a job. */
export type Reply =
  | {
      readonly kind: "rendered";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly pageCount: number;
      /** How long it took to draw, in microseconds. */
      readonly micros: number;
    }
  | {
      readonly kind: "compiled";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly cuts: ReadonlyArray<number>;
      /** How long it takes to draw without data, in microseconds. */
      readonly drawMicros: number;
    }
  | { readonly kind: "fault"; readonly code: RenderFaultCode; readonly message: string }
  | ({ readonly kind: "basePdf" } & BasePdf)
  | { readonly kind: "tried"; readonly issues: ReadonlyArray<Issue> }
  | { readonly kind: "readImage"; readonly image: ReadableImage }
  | { readonly kind: "missing"; readonly characters: ReadonlyArray<string | null> }
  | { readonly kind: "unreadable"; readonly message: string };

/** The thread keeps no template of this id (any more): the job is to come again with its bytes. */
export interface UnknownTemplate {
  readonly kind: "unknownTemplate";
}

/** Jobs for one thread, done in order; the thread gets the next ones when it has answered them all. */
export interface BatchMessage {
  readonly jobs: ReadonlyArray<Job>;
  /**
   * How many of them the thread has begun, counted by itself. Whoever sets it to their number takes
   * back those that were not begun.
   */
  readonly begun: Int32Array<SharedArrayBuffer>;
}

/** The reply to the job at an index of a batch. */
export interface BatchReply {
  readonly at: number;
  readonly answer: Reply | UnknownTemplate;
}

/** A thread sends it once, when it can take its first message. */
export const READY = "ready";

/**
 * Bytes that share their memory with nothing else: those can be handed over to another thread, and are
 * copied there without what lies around them.
 */
export function wholeBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
