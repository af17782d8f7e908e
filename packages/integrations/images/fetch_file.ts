import { Data, Effect } from "effect";

import { type OutboundOptions, outboundRequest } from "../outbound/mod.ts";

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
