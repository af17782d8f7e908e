import { Context, type Effect, type Option } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import type {
  PageRequest,
  ProjectId,
  RenderId,
  Slug,
  TemplateId,
  TemplateVersionId,
  Timestamp,
} from "../values/mod.ts";
import type { RenderFaultCode } from "./pdf_renderer.ts";
import type { RenderSource } from "./render.ts";
import type { RenderTransition, RenderStatus } from "./render_status.ts";
import type { StoredData } from "./stored_data.ts";

/** A render as it is kept. */
export interface StoredRender {
  readonly id: RenderId;
  readonly projectId: ProjectId;
  readonly templateId: TemplateId;
  readonly templateSlug: Slug;
  readonly templateVersionId: TemplateVersionId;
  readonly versionNumber: number;
  readonly status: RenderStatus;
  readonly source: RenderSource;
  readonly filename: string | null;
  readonly downloadToken: string;
  /** Where its public copy is; `null` when this service hands it out itself. */
  readonly publicUrl: string | null;
  readonly errorCode: RenderFaultCode | null;
  readonly errorMessage: string | null;
  readonly pageCount: number | null;
  readonly byteSize: number | null;
  readonly sha256: string | null;
  readonly createdAt: Timestamp;
  readonly startedAt: Timestamp | null;
  readonly completedAt: Timestamp | null;
}

/** A render that is about to be accepted. */
export interface NewRender {
  readonly id: RenderId;
  readonly projectId: ProjectId;
  readonly templateId: TemplateId;
  readonly templateVersionId: TemplateVersionId;
  readonly source: RenderSource;
  readonly filename: string | null;
  readonly downloadToken: string;
  readonly data: StoredData;
  readonly createdAt: Timestamp;
}

/** What a render ends as. */
export type Settlement =
  | {
      readonly move: "succeed";
      readonly at: Timestamp;
      readonly pageCount: number;
      readonly byteSize: number;
      readonly sha256: string;
      /** Where its public copy is; absent: this service hands it out itself. */
      readonly publicUrl?: string;
    }
  | {
      readonly move: "fail";
      readonly at: Timestamp;
      readonly errorCode: RenderFaultCode;
      readonly errorMessage: string;
    };

/** What a job needs to draw a render and to know when to give up. */
export interface RenderTask extends Pick<
  StoredRender,
  "projectId" | "templateVersionId" | "templateSlug" | "filename" | "downloadToken" | "createdAt"
> {
  readonly data: StoredData;
  /** How many workers have started it, this one included, that have not come to an end. */
  readonly unfinishedStarts: number;
}

/** Where a render that was started or laid down comes from. */
export interface RenderStart {
  readonly createdAt: Timestamp;
  readonly traceParent: TraceParent | null;
}

/** Which renders of a project to read. */
export interface RenderFilter {
  readonly status?: RenderStatus;
  readonly template?: Slug;
}

/** Keeps renders. */
export class RenderStore extends Context.Service<
  RenderStore,
  {
    readonly add: (render: NewRender) => Effect.Effect<void>;
    readonly find: (project: ProjectId, id: RenderId) => Effect.Effect<Option.Option<StoredRender>>;
    /** Keeps a render from being erased while the transaction runs; tells whether it is there. */
    readonly lock: (id: RenderId) => Effect.Effect<boolean>;
    /** A render, whosever project it is in. */
    readonly load: (id: RenderId) => Effect.Effect<Option.Option<StoredRender>>;
    readonly findByToken: (downloadToken: string) => Effect.Effect<Option.Option<StoredRender>>;
    /** Newest first; up to `limit + 1` rows. */
    readonly list: (
      project: ProjectId,
      filter: RenderFilter,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredRender>>;
    readonly loadTask: (id: RenderId) => Effect.Effect<Option.Option<RenderTask>>;
    /**
     * Starts or lays down a render, and counts it; tells where it comes from, if its status allowed it.
     */
    readonly move: (
      id: RenderId,
      move: Exclude<RenderTransition, Settlement["move"]>,
      at: Timestamp,
    ) => Effect.Effect<Option.Option<RenderStart>>;
    /** Ends a render; tells whether its status allowed it. */
    readonly settle: (id: RenderId, settlement: Settlement) => Effect.Effect<boolean>;
  }
>()("@paraph/core/renders/RenderStore") {}
