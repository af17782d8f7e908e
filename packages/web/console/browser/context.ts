import type { Api, Session } from "./api.ts";

/** A link of the breadcrumb. */
export interface Crumb {
  readonly label: string;
  readonly href: string;
}

/** What pages work with. */
export interface Context {
  readonly api: Api;
  readonly session: Session;
  /** Names the page of an object by it, once the object is known. */
  readonly showTitle: (title: string, parents?: ReadonlyArray<Crumb>) => void;
  /** Stops what the page has started, such as polling. */
  readonly signal: AbortSignal;
}
