import type { Call } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** Share links, with a project key. */
export const shares = (call: Call) => ({
  /** Shares a render, by email with the channel `email`. */
  create: (renderId: string, share: Body<"shares", "create"> = {}, options?: KeyedOptions) =>
    call("shares", "create", { path: { id: renderId }, body: share, options }),

  /** All shares of a render, newest first, including revoked ones. */
  list: (renderId: string, options?: CallOptions) =>
    call("shares", "list", { path: { id: renderId }, options }),

  /** A page of the shares of all renders, newest first. */
  listOfProject: (query: Query<"shares", "listOfProject"> = {}, options?: CallOptions) =>
    call("shares", "listOfProject", { query, options }),

  /** A page of what happened through a share, newest first. */
  events: (shareId: string, query: Query<"shares", "events"> = {}, options?: CallOptions) =>
    call("shares", "events", { path: { shareId }, query, options }),

  /** Revokes a link. */
  revoke: (renderId: string, shareId: string, options?: CallOptions) =>
    call("shares", "revoke", { path: { id: renderId, shareId }, options }),

  /** Sends a link by email and waits until it is sent. */
  email: (renderId: string, message: Body<"shares", "email">, options?: KeyedOptions) =>
    call("shares", "email", { path: { id: renderId }, body: message, options }),
});

/** Engagement of documents, with a project key. */
export const engagement = (call: Call) => ({
  /** A summary of a document's engagement, with the latest events. */
  get: (renderId: string, options?: CallOptions) =>
    call("engagement", "summary", { path: { id: renderId }, options }),

  /** Records a custom event. */
  record: (renderId: string, event: Body<"engagement", "record">, options?: KeyedOptions) =>
    call("engagement", "record", { path: { id: renderId }, body: event, options }),
});

/** The client's calls for shares. */
export interface ShareCalls extends ReturnType<typeof shares> {}

/** The client's calls for engagement. */
export interface EngagementCalls extends ReturnType<typeof engagement> {}
