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

/** Bulk requests, with a project key. */
export const signatureBulks = (call: Call, bytes: CallForBytes) => {
  const list = (query: Query<"signatureBulks", "list"> = {}, options?: CallOptions) =>
    call("signatureBulks", "list", { query, options });

  const get = (id: string, options?: CallOptions) =>
    call("signatureBulks", "get", { path: { id }, options });

  return {
    /** Renders a template for each row, up to 1,000, and sends each document for signature. */
    create: (bulk: Body<"signatureBulks", "create">, options?: KeyedOptions) =>
      call("signatureBulks", "create", { body: bulk, options }),

    /** A page of bulk requests, newest first. */
    list,

    /** All bulk requests from `cursor` on, newest first, as a stream of rows. */
    all: (query: Query<"signatureBulks", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.bulks,
      ),

    /** A bulk request with its progress. */
    get,

    /** The result of each row so far. */
    rows: (id: string, options?: CallOptions) =>
      call("signatureBulks", "rows", { path: { id }, options }),

    /** Waits until every row is sent or has failed, 30 minutes by default. */
    wait: (id: string, { timeout = WAIT_TIMEOUT, signal }: WaitOptions = {}) =>
      pollUntil(get(id), ({ status }) => status === "completed", {
        resourceName: `Bulk ${id}`,
        timeout,
        signal,
      }),

    /** The rows as CSV, or with the signed PDFs so far as a ZIP file. */
    result: (id: string, query: Query<"signatureBulks", "result"> = {}, options?: CallOptions) =>
      bytes("signatureBulks", "result", { path: { id }, query, options, timeout: RESULT_TIMEOUT }),
  };
};

/** The client's calls for bulk requests. */
export interface SignatureBulkCalls extends ReturnType<typeof signatureBulks> {}
