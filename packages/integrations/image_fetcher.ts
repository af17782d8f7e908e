import { ImageFetcher, imageUrls, RenderFault, type RenderInput } from "@paraph/core/renders";
import { Data, Effect, Layer } from "effect";

import { type OutboundOptions, outboundRequest } from "./outbound_request.ts";

/** How images are fetched on this node. */
export interface ImageFetcherOptions {
  /** Whether loopback and private addresses may be asked. */
  readonly allowPrivateNetwork: boolean;
}

/** Contract, Data for a render. */
const MAX_BYTES = 5 * 1024 * 1024;
const PATIENCE = "10 seconds";

/** All images of one document together: there may be hundreds, each of them as slow and large as it may be. */
const MAX_ALL_BYTES = 128 * 1024 * 1024;
const PATIENCE_FOR_ALL = "1 minute";

/** Fetches images over HTTP. */
export const imageFetcherHttp = ({ allowPrivateNetwork }: ImageFetcherOptions) =>
  Layer.sync(ImageFetcher, () => {
    const fetchOne = ([address, key]: readonly [address: string, key: string]) =>
      fetchFile(address, { maxBytes: MAX_BYTES, allowPrivateNetwork }).pipe(
        Effect.timeoutOrElse({
          duration: PATIENCE,
          orElse: () => Effect.fail(new FetchProblem({ message: "The server is too slow" })),
        }),
        Effect.mapError(
          ({ message }) =>
            new RenderFault({ code: "image_unreadable", message: explain(key, message) }),
        ),
        Effect.map((bytes): readonly [string, Uint8Array] => [address, bytes]),
      );
    const fetchAll = Effect.fn("ImageFetcher.fetchAll")(function* (drawing: RenderInput) {
      let fetchedBytes = 0;
      const fetchNext = (addressed: readonly [address: string, key: string]) =>
        fetchOne(addressed).pipe(
          Effect.tap(([, bytes]) => {
            fetchedBytes += bytes.length;
            return fetchedBytes > MAX_ALL_BYTES ? Effect.fail(TOO_MUCH) : Effect.void;
          }),
        );
      const files = yield* Effect.forEach(imageUrls(drawing), fetchNext, { concurrency: 4 }).pipe(
        Effect.timeoutOrElse({ duration: PATIENCE_FOR_ALL, orElse: () => Effect.fail(TOO_LONG) }),
      );
      return new Map(files);
    });
    return ImageFetcher.of({ fetchAll });
  });

const TOO_MUCH = new RenderFault({
  code: "image_unreadable",
  message: `The images are larger than ${MAX_ALL_BYTES} bytes together`,
});

const TOO_LONG = new RenderFault({
  code: "render_timeout",
  message: "The images cannot all be fetched within a minute",
});

function explain(key: string, reason: string): string {
  return `The image "${key}" cannot be fetched. ${reason}`;
}

/** Why a file was not fetched. */
export class FetchProblem extends Data.TaggedError("fetch_problem")<{ readonly message: string }> {}

/** What bounds a fetch. */
export interface FetchLimits extends OutboundOptions {
  readonly maxBytes: number;
}

/** Fetches a file over HTTP, whole or not at all; redirects are not followed. */
export const fetchFile = Effect.fnUntraced(function* (
  url: string,
  { maxBytes, ...options }: FetchLimits,
): Effect.fn.Return<Uint8Array, FetchProblem> {
  const headers = { accept: "image/png, image/jpeg" };
  const { status, bytes, ending } = yield* outboundRequest(
    { url, method: "GET", headers, maxBytes },
    options,
  ).pipe(Effect.mapError(({ message }) => new FetchProblem({ message })));
  if (status !== 200) return yield* problem(`The server answered ${status}`);
  if (ending === "too large") return yield* problem(`The file is larger than ${maxBytes} bytes`);
  if (ending === "broken off") return yield* problem("The server broke off");
  return bytes;
});

const problem = (message: string) => Effect.fail(new FetchProblem({ message }));
