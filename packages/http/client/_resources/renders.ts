import { Duration, Effect } from "effect";

import type { Call, CallForBytes } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import { SYNC_TIMEOUT } from "../_retry.ts";
import { pollUntil } from "../_wait.ts";
import { RenderFailed } from "../failure.ts";
import type { CallOptions, KeyedOptions, WaitOptions } from "../options.ts";

/** The default time limit for waiting. */
const WAIT_TIMEOUT = Duration.minutes(5);

/** Renders, with a project key. */
export const renders = (call: Call, bytes: CallForBytes) => {
  const list = (query: Query<"renders", "list"> = {}, options?: CallOptions) =>
    call("renders", "list", { query, options });

  const get = (id: string, options?: CallOptions) =>
    call("renders", "get", { path: { id }, options });

  return {
    /** Renders a template with data. The render is queued; with `options.sync` it has ended. */
    submit: (slug: string, render: Body<"renders", "submit">, options?: KeyedOptions) =>
      call("renders", "submit", {
        path: { slug },
        body: render,
        options,
        ...(render.options?.sync === true ? { timeout: SYNC_TIMEOUT } : {}),
      }),

    /** Uploads a PDF as a render without a template, which has succeeded. */
    upload: (document: Body<"renders", "upload">, options?: KeyedOptions) =>
      call("renders", "upload", { body: document, options }),

    /** A page of renders, newest first. */
    list,

    /** All renders from `cursor` on, newest first, as a stream of rows. */
    all: (query: Query<"renders", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.renders,
      ),

    /** A render in its current state. */
    get,

    /** Waits until a render has succeeded, 5 minutes by default. Fails with `render_failed`. */
    wait: Effect.fnUntraced(function* (
      id: string,
      { timeout = WAIT_TIMEOUT, signal }: WaitOptions = {},
    ) {
      const hasEnded = ({ status }: { readonly status: string }) =>
        status === "succeeded" || status === "failed";
      const render = yield* pollUntil(get(id), hasEnded, {
        resourceName: `Render ${id}`,
        timeout,
        signal,
      });
      if (render.status === "succeeded") return render;
      const { errorCode, errorMessage } = render;
      const message = `Render ${id} failed: ${errorMessage ?? errorCode ?? "no reason given"}`;
      return yield* new RenderFailed({ message, render, errorCode, errorMessage });
    }),

    /** Erases a render with all of its data. This cannot be undone. */
    remove: (id: string, options?: CallOptions) =>
      call("renders", "remove", { path: { id }, options }),

    /** The data that a render was made from. */
    data: (id: string, options?: CallOptions) => call("renders", "data", { path: { id }, options }),

    /** The PDF of a succeeded render. */
    download: (id: string, options?: CallOptions) =>
      bytes("renders", "download", { path: { id }, options }),

    /** A page of the PDF, from 1, as PNG: 800 pixels wide by default. */
    pageImage: (
      id: string,
      page: number,
      query: Query<"renders", "pageImage"> = {},
      options?: CallOptions,
    ) => bytes("renders", "pageImage", { path: { id, page: String(page) }, query, options }),

    /** The electronic invoice of a render as XML: CII by default, or UBL. */
    invoice: (id: string, query: Query<"renders", "invoice"> = {}, options?: CallOptions) =>
      bytes("renders", "invoice", { path: { id }, query, options }),

    /** A URL of the PDF that needs no key and expires, after an hour by default. */
    downloadUrl: (
      id: string,
      request: Body<"renders", "createDownloadUrl"> = {},
      options?: CallOptions,
    ) => call("renders", "createDownloadUrl", { path: { id }, body: request, options }),
  };
};

/** The client's calls for renders. */
export interface RenderCalls extends ReturnType<typeof renders> {}
