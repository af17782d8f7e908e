import type { ReadableImage, ShownPage } from "@paraph/core/layouts";
import type { RenderFaultCode } from "@paraph/core/renders";

/** What a thread is asked. Data and layouts travel as JSON text, files as bytes that are handed over. */
export type Job =
  | {
      readonly kind: "draw";
      /** As `toBytes` wrote it. */
      readonly template: Uint8Array;
      readonly data: string;
      readonly fetched: ReadonlyMap<string, Uint8Array>;
    }
  | { readonly kind: "compile"; readonly source: string }
  | { readonly kind: "pdfPages"; readonly bytes: Uint8Array }
  | { readonly kind: "image"; readonly bytes: Uint8Array }
  | { readonly kind: "missing"; readonly texts: ReadonlyArray<string> };

/** What a thread answers. */
export type Reply =
  | { readonly kind: "drawn"; readonly bytes: Uint8Array<ArrayBuffer>; readonly pageCount: number }
  | { readonly kind: "compiled"; readonly bytes: Uint8Array }
  | { readonly kind: "fault"; readonly code: RenderFaultCode; readonly message: string }
  | { readonly kind: "pages"; readonly pages: ReadonlyArray<ShownPage> }
  | { readonly kind: "readImage"; readonly image: ReadableImage }
  | { readonly kind: "missing"; readonly characters: ReadonlyArray<string | null> }
  | { readonly kind: "unreadable"; readonly message: string };

/** What a thread says once it can take its first job. */
export const READY = "ready";
