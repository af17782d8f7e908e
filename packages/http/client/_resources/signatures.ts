import { Effect } from "effect";

import type { Call, CallForBytes } from "../_call.ts";
import type { ResponseJson, Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import { pollUntil } from "../_wait.ts";
import { SignatureEnded } from "../failure.ts";
import type { CallOptions, KeyedOptions, WaitOptions } from "../options.ts";

const FINAL_STATUSES = new Set(["completed", "declined", "expired", "cancelled", "failed"]);

/** Whether a request has ended. A completed one has its document. */
function hasEnded({ status, signedDownloadUrl }: ResponseJson<"signatures", "get">): boolean {
  return FINAL_STATUSES.has(status) && (status !== "completed" || signedDownloadUrl !== null);
}

/** Signature requests, with a project key. */
export const signatures = (call: Call, bytes: CallForBytes) => {
  const list = (query: Query<"signatures", "list"> = {}, options?: CallOptions) =>
    call("signatures", "list", { query, options });

  const get = (id: string, options?: CallOptions) =>
    call("signatures", "get", { path: { id }, options });

  return {
    /** Sends a succeeded render for signature. */
    create: (request: Body<"signatures", "create">, options?: KeyedOptions) =>
      call("signatures", "create", { body: request, options }),

    /** A page of signature requests, newest first. */
    list,

    /** All signature requests from `cursor` on, newest first, as a stream of rows. */
    all: (query: Query<"signatures", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.signatures,
      ),

    /** A signature request in its current state. */
    get,

    /** Cancels a request that has not ended. */
    cancel: (id: string, request: Body<"signatures", "cancel"> = {}, options?: CallOptions) =>
      call("signatures", "cancel", { path: { id }, body: request, options }),

    /** Changes when a request expires. */
    update: (id: string, request: Body<"signatures", "update">, options?: CallOptions) =>
      call("signatures", "update", { path: { id }, body: request, options }),

    /** Reminds the recipients whose turn it is, each at most once an hour. */
    remind: (id: string, options?: CallOptions) =>
      call("signatures", "remind", { path: { id }, options }),

    /** Corrects a recipient who has not finished. Their earlier links stop working. */
    updateRecipient: (
      id: string,
      recipientId: string,
      request: Body<"signatures", "updateRecipient">,
      options?: CallOptions,
    ) =>
      call("signatures", "updateRecipient", { path: { id, recipientId }, body: request, options }),

    /** Sends another invitation to a recipient whose turn it is. */
    resend: (id: string, recipientId: string, options?: CallOptions) =>
      call("signatures", "resend", { path: { id, recipientId }, options }),

    /**
     * Waits until all recipients have signed and the signed PDF is available, without a time limit
     * by default. Fails with `signature_ended` if the request ends otherwise.
     */
    wait: Effect.fnUntraced(function* (id: string, { timeout, signal }: WaitOptions = {}) {
      const signature = yield* pollUntil(get(id), hasEnded, {
        resourceName: `Signature ${id}`,
        timeout,
        signal,
      });
      if (signature.status === "completed") return signature;
      const reason = signature.errorMessage === null ? "" : `: ${signature.errorMessage}`;
      const message = `Signature ${id} is ${signature.status}${reason}`;
      return yield* new SignatureEnded({ message, signature });
    }),

    /** The signed PDF, with `include: "certificate"` in one file with its certificate. */
    download: (id: string, query: Query<"signatures", "download"> = {}, options?: CallOptions) =>
      bytes("signatures", "download", { path: { id }, query, options }),

    /** A URL that shows the document to a recipient once, in a frame of your page. */
    signingUrl: (
      id: string,
      recipientId: string,
      request: Body<"signatures", "signingUrl"> = {},
      options?: CallOptions,
    ) => call("signatures", "signingUrl", { path: { id, recipientId }, body: request, options }),

    /** A URL for a device that is handed from signer to signer. It opens once. */
    inPerson: (id: string, request: Body<"signatures", "inPerson">, options?: CallOptions) =>
      call("signatures", "inPerson", { path: { id }, body: request, options }),

    /** The audit trail so far. */
    audit: (id: string, options?: CallOptions) =>
      call("signatures", "audit", { path: { id }, options }),

    /** The certificate of a request that has ended, a PDF. */
    certificate: (id: string, options?: CallOptions) =>
      bytes("signatures", "certificate", { path: { id }, options }),
  };
};

/** The client's calls for signature requests. */
export interface SignatureCalls extends ReturnType<typeof signatures> {}
