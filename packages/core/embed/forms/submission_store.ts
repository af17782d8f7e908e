import { Context, type Effect } from "effect";

import type { RenderStatus, StoredRender } from "../../renders/mod.ts";
import type { EmbedSessionId, PageRequest, ProjectId, RenderId } from "../../values/mod.ts";
import type { Actor, Tenant } from "../sessions/session.ts";

export interface Submitter {
  readonly sessionId: EmbedSessionId;
  readonly tenant: Tenant;
  readonly actor: Actor;
}

/** Filters submitted forms. */
export interface SubmissionFilter {
  readonly status?: RenderStatus;
  /** The tenant's `externalId`. */
  readonly tenant?: string;
}

/** Stores which renders are submitted forms, and their submitters, beyond the end of the sessions. */
export class SubmissionStore extends Context.Service<
  SubmissionStore,
  {
    readonly add: (
      project: ProjectId,
      render: RenderId,
      submitter: Submitter,
    ) => Effect.Effect<void>;
    /** Whether a session submitted a render. */
    readonly isOf: (session: EmbedSessionId, render: RenderId) => Effect.Effect<boolean>;
    /** Newest first; up to `limit + 1` rows. */
    readonly list: (
      project: ProjectId,
      filter: SubmissionFilter,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredRender & Submitter>>;
  }
>()("@paraph/core/embed/SubmissionStore") {}
