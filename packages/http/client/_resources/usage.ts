import type { Call, CallForBytes } from "../_call.ts";
import type { Query } from "../_contract.ts";
import type { CallOptions } from "../options.ts";

/** The usage of the project by day, with a project key. */
export const usage = (call: Call, bytes: CallForBytes) => ({
  /** The renders, shares, views and signature requests of each day, by default of the last 30 days. */
  report: (query: Query<"usage", "report"> = {}, options?: CallOptions) =>
    call("usage", "report", { query, options }),

  /** The same report as CSV. */
  csv: (query: Query<"usage", "csv"> = {}, options?: CallOptions) =>
    bytes("usage", "csv", { query, options }),
});

/** The client's calls for usage. */
export interface UsageCalls extends ReturnType<typeof usage> {}
