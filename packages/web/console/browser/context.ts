import type { Api, Session } from "./api.ts";

/** What pages work with. */
export interface Context {
  readonly api: Api;
  readonly session: Session;
  /** Stops what the page has started, such as polling. */
  readonly signal: AbortSignal;
}
