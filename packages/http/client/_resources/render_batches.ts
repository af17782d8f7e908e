import { Duration } from "effect";

import type { Call, CallForBytes } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import { pollUntil } from "../_wait.ts";
import type { CallOptions, KeyedOptions, WaitOptions } from "../options.ts";

/** The default time limit for waiting. */
const WAIT_TIMEOUT = Duration.minutes(30);

/** The default time limit of a download, which may be large. */
const RESULT_TIMEOUT = Duration.minutes(10);

/** Batches of renders, with a project key. */
export const renderBatches = (call: Call, bytes: CallForBytes) => {
  const list = (query: Query<"renderBatches", "list"> = {}, options?: CallOptions) =>
    call("renderBatches", "list", { query, options });

  const get = (id: string, options?: CallOptions) =>
    call("renderBatches", "get", { path: { id }, options });

  return {
    /** Renders a template for each item, up to 1,000. The renders are queued. */
    submit: (batch: Body<"renderBatches", "submit">, options?: KeyedOptions) =>
      call("renderBatches", "submit", { body: batch, options }),

    /** A page of batches, newest first. */
    list,

    /** All batches from `cursor` on, newest first, as a stream of rows. */
    all: (query: Query<"renderBatches", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.batches,
      ),

    /** A batch with its progress. */
    get,

    /** Waits until all renders of a batch have ended, 30 minutes by default. Some may have failed. */
    wait: (id: string, { timeout = WAIT_TIMEOUT, signal }: WaitOptions = {}) =>
      pollUntil(get(id), ({ status }) => status === "completed", {
        resourceName: `Batch ${id}`,
        timeout,
        signal,
      }),

    /** The PDFs of a completed batch: as a ZIP file by default, or as one PDF. */
    result: (id: string, query: Query<"renderBatches", "result"> = {}, options?: CallOptions) =>
      bytes("renderBatches", "result", { path: { id }, query, options, timeout: RESULT_TIMEOUT }),
  };
};

/** The client's calls for batches of renders. */
export interface RenderBatchCalls extends ReturnType<typeof renderBatches> {}
