import { ImageFetcher, imageUrls, RenderError, type RenderInput } from "@paraph/core/renders";
import { Data, Effect, Layer } from "effect";

import { type OutboundOptions, outboundRequest } from "./outbound_request.ts";

/** How images are fetched on this node. */
export interface ImageFetcherOptions {
  /** Whether requests to loopback and private addresses are allowed. */
  readonly allowPrivateNetwork: boolean;
}

/** Limits of the contract, section "Data for a render". */
const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT = "10 seconds";

/**
 * Limits for all images of a document. There may be hundreds, each of the maximum size and
 * duration.
 */
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;
const TOTAL_TIMEOUT = "1 minute";

/** Fetches images over HTTP. */
export const imageFetcherHttp = ({ allowPrivateNetwork }: ImageFetcherOptions) =>
  Layer.sync(ImageFetcher, () => {
    const fetchOne = ([url, key]: readonly [url: string, key: string]) =>
      fetchFile(url, { maxBytes: MAX_BYTES, allowPrivateNetwork }).pipe(
        Effect.timeoutOrElse({
          duration: TIMEOUT,
          orElse: () => Effect.fail(new FetchProblem({ message: "The server is too slow" })),
        }),
        Effect.mapError(
          ({ message }) =>
            new RenderError({ code: "image_unreadable", message: explain(key, message) }),
        ),
        Effect.map((bytes): readonly [string, Uint8Array] => [url, bytes]),
      );
    const fetchAll = Effect.fn("ImageFetcher.fetchAll")(function* (input: RenderInput) {
      let fetchedBytes = 0;
      const fetchNext = (image: readonly [url: string, key: string]) =>
        fetchOne(image).pipe(
          Effect.tap(([, bytes]) => {
            fetchedBytes += bytes.length;
            return fetchedBytes > MAX_TOTAL_BYTES ? Effect.fail(TOO_LARGE) : Effect.void;
          }),
        );
      const files = yield* Effect.forEach(imageUrls(input), fetchNext, { concurrency: 4 }).pipe(
        Effect.timeoutOrElse({ duration: TOTAL_TIMEOUT, orElse: () => Effect.fail(TIMED_OUT) }),
      );
      return new Map(files);
    });
    return ImageFetcher.of({ fetchAll });
  });

const TOO_LARGE = new RenderError({
  code: "image_unreadable",
  message: `The images are larger than ${MAX_TOTAL_BYTES} bytes together`,
});

const TIMED_OUT = new RenderError({
  code: "render_timeout",
  message: "The images cannot all be fetched within a minute",
});

function explain(key: string, reason: string): string {
  return `The image "${key}" cannot be fetched. ${reason}`;
}

/** Why a file was not fetched. */
export class FetchProblem extends Data.TaggedError("fetch_problem")<{ readonly message: string }> {}

/** The limits of a fetch. */
export interface FetchLimits extends OutboundOptions {
  readonly maxBytes: number;
}

/** Fetches a whole file over HTTP. Redirects are not followed. */
export const fetchFile = Effect.fnUntraced(function* (
  url: string,
  { maxBytes, ...options }: FetchLimits,
): Effect.fn.Return<Uint8Array, FetchProblem> {
  const headers = { accept: "image/png, image/jpeg" };
  const { status, bytes, ending } = yield* outboundRequest(
    { url, method: "GET", headers, maxBytes },
    options,
  ).pipe(Effect.mapError(({ message }) => new FetchProblem({ message })));
  if (status !== 200) return yield* problem(`The server responded with ${status}`);
  if (ending === "too large") return yield* problem(`The file is larger than ${maxBytes} bytes`);
  if (ending === "incomplete") return yield* problem("The server closed the connection early");
  return bytes;
});

const problem = (message: string) => Effect.fail(new FetchProblem({ message }));
