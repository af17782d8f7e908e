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

/** A stored render. */
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
  /** The URL of the public copy; `null` if Paraph serves the download itself. */
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

/** A render to add. */
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

/** The result of a render. */
export type Settlement =
  | {
      readonly move: "succeed";
      readonly at: Timestamp;
      readonly pageCount: number;
      readonly byteSize: number;
      readonly sha256: string;
      /** The URL of the public copy; absent if Paraph serves the download itself. */
      readonly publicUrl?: string;
    }
  | {
      readonly move: "fail";
      readonly at: Timestamp;
      readonly errorCode: RenderFaultCode;
      readonly errorMessage: string;
    };

/** The input of a render job. */
export interface RenderTask extends Pick<
  StoredRender,
  "projectId" | "templateVersionId" | "templateSlug" | "filename" | "downloadToken" | "createdAt"
> {
  readonly data: StoredData;
  /** The number of started and unfinished attempts, including this one. */
  readonly unfinishedStarts: number;
}

/** The origin of a started or requeued render. */
export interface RenderStart {
  readonly createdAt: Timestamp;
  readonly traceParent: TraceParent | null;
}

export interface RenderFilter {
  readonly status?: RenderStatus;
  readonly template?: Slug;
}

/** Stores renders. */
export class RenderStore extends Context.Service<
  RenderStore,
  {
    readonly add: (render: NewRender) => Effect.Effect<void>;
    readonly find: (project: ProjectId, id: RenderId) => Effect.Effect<Option.Option<StoredRender>>;
    /** Prevents the erasure of a render until the transaction ends; whether the render exists. */
    readonly lock: (id: RenderId) => Effect.Effect<boolean>;
    /** A render of any project. */
    readonly load: (id: RenderId) => Effect.Effect<Option.Option<StoredRender>>;
    readonly findByToken: (downloadToken: string) => Effect.Effect<Option.Option<StoredRender>>;
    /** Newest first; up to `limit + 1` rows. */
    readonly list: (
      project: ProjectId,
      filter: RenderFilter,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredRender>>;
    readonly loadTask: (id: RenderId) => Effect.Effect<Option.Option<RenderTask>>;
    /** Starts or requeues a render and counts it; its origin, if its status allows the transition. */
    readonly move: (
      id: RenderId,
      move: Exclude<RenderTransition, Settlement["move"]>,
      at: Timestamp,
    ) => Effect.Effect<Option.Option<RenderStart>>;
    /** Ends a render; whether its status allowed it. */
    readonly settle: (id: RenderId, settlement: Settlement) => Effect.Effect<boolean>;
  }
>()("@paraph/core/renders/RenderStore") {}
