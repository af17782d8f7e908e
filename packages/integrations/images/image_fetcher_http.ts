import { type RenderInput, ImageFetcher, imageUrls, RenderFault } from "@paraph/core/renders";
import { Effect, Layer } from "effect";

import { fetchFile, FetchProblem } from "./fetch_file.ts";

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
