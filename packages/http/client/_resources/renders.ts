import { Duration, Effect } from "effect";

import type { Call, CallForBytes } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import { SYNC_TIMEOUT } from "../_retry.ts";
import { awaited } from "../_wait.ts";
import { RenderFailed } from "../failure.ts";
import type { CallOptions, KeyedOptions, WaitOptions } from "../options.ts";

/** How long a render is waited for when nothing is said. */
const WAIT_TIMEOUT = Duration.minutes(5);

/** Renders, with a project key. */
export const renders = (call: Call, bytes: CallForBytes) => {
  const list = (query: Query<"renders", "list"> = {}, options?: CallOptions) =>
    call("renders", "list", { query, options });

  const get = (id: string, options?: CallOptions) =>
    call("renders", "get", { path: { id }, options });

  return {
    /** Renders a template with data. What comes back is queued, or has ended with `options.sync`. */
    submit: (slug: string, render: Body<"renders", "submit">, options?: KeyedOptions) =>
      call("renders", "submit", {
        path: { slug },
        body: render,
        options,
        ...(render.options?.sync === true ? { timeout: SYNC_TIMEOUT } : {}),
      }),

    /** A page of renders, newest first. */
    list,

    /** All renders from `cursor` on, newest first, page by page. */
    all: (query: Query<"renders", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.renders,
      ),

    /** A render in its current state. */
    get,

    /** Waits, 5 minutes at most if nothing is said, until a render has succeeded; `render_failed` when it fails. */
    wait: Effect.fnUntraced(function* (
      id: string,
      { timeout = WAIT_TIMEOUT, signal }: WaitOptions = {},
    ) {
      const hasEnded = ({ status }: { readonly status: string }) =>
        status === "succeeded" || status === "failed";
      const render = yield* awaited(get(id), hasEnded, { what: `Render ${id}`, timeout, signal });
      if (render.status === "succeeded") return render;
      const { errorCode, errorMessage } = render;
      const message = `Render ${id} failed: ${errorMessage ?? errorCode ?? "no reason given"}`;
      return yield* new RenderFailed({ message, render, errorCode, errorMessage });
    }),

    /** Erases a render with all that belongs to it; there is no way back. */
    remove: (id: string, options?: CallOptions) =>
      call("renders", "remove", { path: { id }, options }),

    /** The PDF of a render that has succeeded. */
    download: (id: string, options?: CallOptions) =>
      bytes("embed", "download", { path: { id }, options }),
  };
};

/** What the client does with renders. */
export interface RenderCalls extends ReturnType<typeof renders> {}
