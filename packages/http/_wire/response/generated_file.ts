import { attachmentAs } from "@paraph/core/renders";
import type { Stream } from "effect";
import { HttpServerResponse } from "effect/http";

/** A file that is made while it is sent. */
interface GeneratedFile {
  readonly filename: string;
  readonly contentType: string;
  /** Absent if it is not known before the end. */
  readonly byteSize?: number;
  readonly bytes: Stream.Stream<Uint8Array, unknown>;
}

/** The response that saves a generated file. */
export function generatedFile({ filename, contentType, byteSize, bytes }: GeneratedFile) {
  return HttpServerResponse.stream(bytes, {
    contentType,
    ...(byteSize === undefined ? {} : { contentLength: byteSize }),
    headers: {
      "content-disposition": attachmentAs(filename),
      "cache-control": "private, no-store",
    },
  });
}
