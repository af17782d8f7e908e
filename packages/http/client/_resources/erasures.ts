import type { Call } from "../_call.ts";
import type { Body, Query } from "../_contract.ts";
import { allPages } from "../_pages.ts";
import type { CallOptions } from "../options.ts";

/** People who want to be forgotten, with a project key. */
export const erasures = (call: Call) => ({
  /** Erases an address in a project, and tells what has to stay. */
  create: (recipient: Body<"erasures", "create">, options?: CallOptions) =>
    call("erasures", "create", { body: recipient, options }),
});

/** What was done to an account and its projects, with an account key. */
export const audit = (call: Call) => {
  const list = (query: Query<"audit", "list"> = {}, options?: CallOptions) =>
    call("audit", "list", { query, options });

  return {
    /** A page of the audit log, newest first. */
    list,

    /** All of it from `cursor` on, newest first, page by page. */
    all: (query: Query<"audit", "list"> = {}, options?: CallOptions) =>
      allPages(
        query.cursor,
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.entries,
      ),
  };
};

/** What the client does with erasures. */
export interface ErasureCalls extends ReturnType<typeof erasures> {}

/** What the client does with the audit log. */
export interface AuditCalls extends ReturnType<typeof audit> {}
