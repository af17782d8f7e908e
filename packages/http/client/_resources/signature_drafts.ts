import type { Call } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** Drafts of signature requests, with a project key. */
export const signatureDrafts = (call: Call) => {
  const list = (query: Query<"signatureDrafts", "list"> = {}, options?: CallOptions) =>
    call("signatureDrafts", "list", { query, options });

  return {
    /** Stores an incomplete signature request for a render. */
    create: (draft: Body<"signatureDrafts", "create">, options?: KeyedOptions) =>
      call("signatureDrafts", "create", { body: draft, options }),

    /** A page of drafts, newest first. */
    list,

    /** All drafts from `cursor` on, newest first, as a stream of rows. */
    all: (query: Query<"signatureDrafts", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.drafts,
      ),

    /** A draft. */
    get: (id: string, options?: CallOptions) =>
      call("signatureDrafts", "get", { path: { id }, options }),

    /** Replaces the request of a draft. */
    update: (id: string, change: Body<"signatureDrafts", "update">, options?: CallOptions) =>
      call("signatureDrafts", "update", { path: { id }, body: change, options }),

    /** Deletes a draft. */
    remove: (id: string, options?: CallOptions) =>
      call("signatureDrafts", "remove", { path: { id }, options }),

    /** Sends a draft for signature, once. Access codes are not in drafts. */
    send: (id: string, secrets: Body<"signatureDrafts", "send"> = {}, options?: CallOptions) =>
      call("signatureDrafts", "send", { path: { id }, body: secrets, options }),
  };
};

/** The client's calls for drafts of signature requests. */
export interface SignatureDraftCalls extends ReturnType<typeof signatureDrafts> {}
