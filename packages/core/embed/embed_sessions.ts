import { Context, type Effect, type Option } from "effect";

import type { PartnerSuspended } from "../admin/mod.ts";
import type { InvalidCredentials } from "../keys/mod.ts";
import type { InvalidRequest, NotFound, ProjectId } from "../values/mod.ts";
import type { CatalogNotFound, RefreshFailed } from "./errors.ts";
import type {
  Appearance,
  CreateSession,
  EmbedContext,
  EmbedSession,
  LiveSession,
} from "./session.ts";

/** Which page a call with a session token comes from, as far as the browser tells. */
export type CallingPage =
  /** A page of the partner: its origin. */
  | { readonly kind: "partner"; readonly origin: string }
  /** One of our own pages. */
  | { readonly kind: "own" }
  /** Nobody knows. */
  | { readonly kind: "unknown" };

/** What the server of a page needs to know of a session, whose token it never sees. */
export interface SessionFrame {
  readonly isOver: boolean;
  /** The only origins whose pages may show it. */
  readonly allowedOrigins: ReadonlyArray<string>;
  readonly appearance: Appearance;
}

/** Opens, renews and ends sessions of partners' users, and recognises their tokens (contract §9). */
export class EmbedSessions extends Context.Service<
  EmbedSessions,
  {
    readonly create: (
      project: ProjectId,
      wanted: CreateSession,
    ) => Effect.Effect<
      EmbedSession,
      InvalidRequest | CatalogNotFound | InvalidCredentials | PartnerSuspended
    >;
    /** Goes on with a session: once for each renew token; a second use of one ends the session. */
    readonly refresh: (
      project: ProjectId,
      renewToken: string,
    ) => Effect.Effect<EmbedSession, RefreshFailed | InvalidCredentials | PartnerSuspended>;
    /** Ends a session at once; one that is over stays over. */
    readonly end: (project: ProjectId, id: string) => Effect.Effect<void, NotFound>;
    /** The live session of a token that comes from a page which may have it. */
    readonly authenticate: (
      token: string,
      page: CallingPage,
    ) => Effect.Effect<LiveSession, InvalidCredentials | PartnerSuspended>;
    readonly context: (session: LiveSession) => Effect.Effect<EmbedContext>;
    /** The frame of a session that exists or existed. */
    readonly frame: (id: string) => Effect.Effect<Option.Option<SessionFrame>>;
    /** Whether any live partner allows its pages to call from an origin. */
    readonly knowsOrigin: (origin: string) => Effect.Effect<boolean>;
  }
>()("@paraph/core/embed/EmbedSessions") {}
