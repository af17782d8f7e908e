import { hasEnded, type Render } from "@paraph/core/renders";
import { type Duration, Effect, Option } from "effect";

import { CallFailed } from "../call_failed.ts";
import { writeOutput } from "../output_file.ts";
import { printRecord } from "../print.ts";
import { DASH } from "../request_file.ts";
import { waitFor } from "../waiting.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

/** Waits until a render has ended. */
export const awaitRender = Effect.fnUntraced(function* (
  id: string,
  { timeout }: { readonly timeout: Duration.Duration },
) {
  const { callApi, PROJECT } = yield* api;
  return yield* waitFor({
    read: callApi(({ renders }) => renders.get({ params: { id } }), PROJECT),
    hasEnded: ({ status }) => hasEnded(status),
    standing: ({ status }) => `render ${id} is ${status}`,
    again: `paraph render wait ${id}`,
    timeout,
  });
});

/** Prints a render that has ended and saves its document where that is wanted; fails when it failed. */
export const reportRender = Effect.fnUntraced(function* (
  render: Render,
  { output, json }: { readonly output: Option.Option<string>; readonly json: boolean },
) {
  const file = Option.getOrUndefined(output);
  if (file !== DASH) yield* printRecord(render, json);
  const { id, status, errorCode, errorMessage } = render;
  if (status === "failed") {
    return yield* CallFailed.of(errorCode ?? "render_failed", errorMessage ?? "The render failed");
  }
  return yield* file === undefined ? Effect.void : saveRender(id, file);
});

/** Writes the document of a render to a file. */
export const saveRender = Effect.fnUntraced(function* (id: string, file: string) {
  const { callApi, PROJECT } = yield* api;
  const bytes = yield* callApi(({ embed }) => embed.download({ params: { id } }), PROJECT);
  yield* writeOutput(file, bytes);
});
