import type { Call } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import type { CallOptions } from "../options.ts";

/** Erasure requests, with a project key. */
export const erasures = (call: Call) => ({
  /** Erases the data of an email address in a project. Returns what must be retained. */
  create: (recipient: Body<"erasures", "create">, options?: CallOptions) =>
    call("erasures", "create", { body: recipient, options }),
});

/** The audit log of an account and its projects, with an account key. */
export const audit = (call: Call) => {
  const list = (query: Query<"audit", "list"> = {}, options?: CallOptions) =>
    call("audit", "list", { query, options });

  return {
    /** A page of the audit log, newest first. */
    list,

    /** All entries from `cursor` on, newest first, as a stream of rows. */
    all: (query: Query<"audit", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.entries,
      ),
  };
};

/** The client's calls for erasures. */
export interface ErasureCalls extends ReturnType<typeof erasures> {}

/** The client's calls for the audit log. */
export interface AuditCalls extends ReturnType<typeof audit> {}
