import { Context, Effect, type Option, Stream } from "effect";
import { HttpServerRequest, Multipart } from "effect/http";

import { bodyBytes } from "../_wire/body/body_bytes.ts";
import type { PayloadTooLarge } from "../_wire/errors/failures.ts";

const MIB = 1024 * 1024;

/** The maximum size of a form. Signed documents are larger than the 20 MB that can be sent. */
const MAX_FORM_SIZE = 32 * MIB;

/** The form of the page has one part. */
const LIMITS = Multipart.limitsServices({
  maxParts: 4,
  maxFieldSize: 1024,
  maxFileSize: MAX_FORM_SIZE,
  maxTotalSize: MAX_FORM_SIZE,
  fieldMimeTypes: ["text/plain"],
});

/**
 * The file in the form that a browser has sent; none if the body is no such form or the file is empty. It is read
 * into memory, and stored nowhere.
 */
export const uploadedFile: Effect.Effect<
  Option.Option<Uint8Array>,
  PayloadTooLarge,
  HttpServerRequest.HttpServerRequest
> = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest;
  const body = yield* bodyBytes(request, MAX_FORM_SIZE).pipe(
    Effect.catchTag("invalid_json", () => Effect.succeed(new ArrayBuffer(0))),
  );
  return yield* Stream.make(new Uint8Array(body)).pipe(
    Stream.pipeThroughChannel(Multipart.makeChannel<never>(request.headers)),
    Stream.filter((part) => part._tag === "File"),
    Stream.mapEffect(({ contentEffect }) => contentEffect),
    Stream.filter(({ length }) => length > 0),
    Stream.runHead,
    Effect.catch(() => Effect.succeedNone),
    Effect.provideContext(Context.merge(yield* Effect.context(), LIMITS)),
  );
});
