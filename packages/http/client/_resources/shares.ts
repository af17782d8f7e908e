import type { Call } from "../_call.ts";
import type { Body } from "../_contract.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** Share links, with a project key. */
export const shares = (call: Call) => ({
  /** Shares a render, by email with the channel `email`. */
  create: (renderId: string, share: Body<"shares", "create"> = {}, options?: KeyedOptions) =>
    call("shares", "create", { path: { id: renderId }, body: share, options }),

  /** All shares of a render, newest first, revoked ones too. */
  list: (renderId: string, options?: CallOptions) =>
    call("shares", "list", { path: { id: renderId }, options }),

  /** Makes a link lead nowhere. */
  revoke: (renderId: string, shareId: string, options?: CallOptions) =>
    call("shares", "revoke", { path: { id: renderId, shareId }, options }),

  /** Sends a link by email and waits until it is sent. */
  email: (renderId: string, mail: Body<"shares", "email">, options?: KeyedOptions) =>
    call("shares", "email", { path: { id: renderId }, body: mail, options }),
});

/** What happened to documents, with a project key. */
export const engagement = (call: Call) => ({
  /** What happened to a document, in numbers, and the latest of it. */
  get: (renderId: string, options?: CallOptions) =>
    call("engagement", "summary", { path: { id: renderId }, options }),

  /** Records an event of your own. */
  record: (renderId: string, event: Body<"engagement", "record">, options?: KeyedOptions) =>
    call("engagement", "record", { path: { id: renderId }, body: event, options }),
});

/** What the client does with shares. */
export interface ShareCalls extends ReturnType<typeof shares> {}

/** What the client does with engagement. */
export interface EngagementCalls extends ReturnType<typeof engagement> {}
