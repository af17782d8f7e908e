import { RenderFault, type Drawing } from "@paraph/core/renders";
import { Context, Effect, Layer } from "effect";

import { fetchFile, FetchProblem } from "./fetch_file.ts";

/** How images are fetched on this node. */
export interface ImageFetcherOptions {
  /** Whether loopback and private addresses may be asked. */
  readonly allowPrivateNetwork: boolean;
}

/** Contract, Data for a render. */
const MAX_BYTES = 5 * 1024 * 1024;
const PATIENCE = "10 seconds";

/** Fetches the images that data names by their address, before anything is drawn. */
export class ImageFetcher extends Context.Service<
  ImageFetcher,
  {
    /** The files by their address. */
    readonly fetchAll: (
      drawing: Drawing,
    ) => Effect.Effect<ReadonlyMap<string, Uint8Array>, RenderFault>;
  }
>()("@paraph/worker/renders/ImageFetcher") {
  static readonly layer = ({ allowPrivateNetwork }: ImageFetcherOptions) =>
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
      const fetchAll = Effect.fn("ImageFetcher.fetchAll")((drawing: Drawing) =>
        Effect.forEach(addressesOf(drawing), fetchOne, { concurrency: 4 }).pipe(
          Effect.map((files) => new Map(files)),
        ),
      );
      return ImageFetcher.of({ fetchAll });
    });
}

/** Every address once, with the first key that has it. */
function addressesOf({
  version,
  data,
}: Drawing): ReadonlyArray<readonly [address: string, key: string]> {
  const named = version.source.manifest.variables
    .filter(({ dataType }) => dataType === "image")
    .flatMap(({ key }): ReadonlyArray<readonly [string, string]> => {
      const value = data.values[key];
      return typeof value === "string" && /^https?:/i.test(value) ? [[value, key]] : [];
    });
  return [...new Map(named.toReversed()).entries()];
}

function explain(key: string, reason: string): string {
  return `The image "${key}" cannot be fetched. ${reason}`;
}
