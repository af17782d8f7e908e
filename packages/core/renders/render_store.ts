import { Context, type Effect, type Option } from "effect";

import type { StandardSetting } from "../layouts/mod.ts";
import type { TraceParent } from "../telemetry/mod.ts";
import type {
  Issue,
  PageRequest,
  ProjectId,
  RenderBatchId,
  RenderId,
  Slug,
  TemplateId,
  TemplateVersionId,
  Timestamp,
} from "../values/mod.ts";
import type { DocumentEncryption, EncryptionKind } from "./documents/document_encryption.ts";
import type { StoredData } from "./documents/stored_data.ts";
import type { RenderErrorCode } from "./pdf_renderer.ts";
import type { RenderSource, TemplateSource } from "./render.ts";
import type { RenderStatus } from "./render_status.ts";
import type { SigningFieldPlace } from "./signing_field_place.ts";

/** A stored render. */
export interface StoredRender {
  readonly id: RenderId;
  readonly projectId: ProjectId;
  /** The template; `null` for an uploaded PDF, like its slug and its version. */
  readonly templateId: TemplateId | null;
  readonly templateSlug: Slug | null;
  readonly templateVersionId: TemplateVersionId | null;
  readonly versionNumber: number | null;
  readonly status: RenderStatus;
  readonly source: RenderSource;
  /** `null` for a single render. */
  readonly batchId: RenderBatchId | null;
  readonly filename: string | null;
  readonly downloadToken: string;
  /** The URL of the public copy; `null` if Paraph serves the download itself. */
  readonly publicUrl: string | null;
  /** Whether its project has public downloads. */
  readonly publicDownloads: boolean;
  readonly errorCode: RenderErrorCode | null;
  readonly errorMessage: string | null;
  readonly pageCount: number | null;
  readonly byteSize: number | null;
  readonly sha256: string | null;
  readonly createdAt: Timestamp;
  readonly startedAt: Timestamp | null;
  readonly completedAt: Timestamp | null;
  /** `null` if there are none. */
  readonly warnings: ReadonlyArray<Issue> | null;
  /** `null` if there are none. */
  readonly signingFields: ReadonlyArray<SigningFieldPlace> | null;
  /** `null` if the document is not encrypted. */
  readonly encryption: EncryptionKind | null;
  /** `null` if the document has the standard of its layout. */
  readonly standard: StandardSetting | null;
}

/** A render to add. */
export interface NewRender {
  readonly id: RenderId;
  readonly projectId: ProjectId;
  readonly templateId: TemplateId;
  readonly templateVersionId: TemplateVersionId;
  readonly source: TemplateSource;
  readonly filename: string | null;
  readonly downloadToken: string;
  readonly data: StoredData;
  readonly createdAt: Timestamp;
  /** The span that submitted the render. */
  readonly traceParent: TraceParent | null;
  readonly encryption: EncryptionKind | null;
  /** Stored until the render ends. */
  readonly encryptionKeys: DocumentEncryption | null;
  readonly standard: StandardSetting | null;
  /** Its batch, which is stored already, and its position there from 0; absent for a single render. */
  readonly batch?: { readonly id: RenderBatchId; readonly position: number };
}

/** A new render as it is stored. */
export function queuedRender(
  newRender: NewRender,
  templateSlug: Slug,
  versionNumber: number,
): StoredRender {
  const { data: _, traceParent: __, encryptionKeys: ___, batch, ...render } = newRender;
  return {
    ...render,
    batchId: batch?.id ?? null,
    templateSlug,
    versionNumber,
    status: "queued",
    publicUrl: null,
    // A queued render has no download yet.
    publicDownloads: false,
    errorCode: null,
    errorMessage: null,
    pageCount: null,
    byteSize: null,
    sha256: null,
    startedAt: null,
    completedAt: null,
    warnings: null,
    signingFields: null,
  };
}

/** An uploaded PDF to add as a render that has succeeded. */
export interface NewUpload {
  readonly id: RenderId;
  readonly projectId: ProjectId;
  readonly filename: string;
  readonly downloadToken: string;
  readonly pageCount: number;
  readonly byteSize: number;
  readonly sha256: string;
  /** The URL of the public copy; absent if Paraph serves the download itself. */
  readonly publicUrl?: string;
  readonly createdAt: Timestamp;
  /** The span that uploaded the PDF. */
  readonly traceParent: TraceParent | null;
}

/** The result of a render. */
export type Settlement = { readonly id: RenderId; readonly startedAt: Timestamp } & (
  | {
      readonly move: "succeed";
      readonly at: Timestamp;
      readonly pageCount: number;
      readonly byteSize: number;
      readonly sha256: string;
      /** The URL of the public copy; absent if Paraph serves the download itself. */
      readonly publicUrl?: string;
      /** Absent if there are none. */
      readonly warnings?: ReadonlyArray<Issue>;
      /** Absent if there are none. */
      readonly signingFields?: ReadonlyArray<SigningFieldPlace>;
    }
  | {
      readonly move: "fail";
      readonly at: Timestamp;
      readonly errorCode: RenderErrorCode;
      readonly errorMessage: string;
    }
);

/** A render to draw. */
export interface RenderTask extends Pick<
  StoredRender,
  "id" | "projectId" | "filename" | "downloadToken" | "createdAt" | "publicDownloads" | "standard"
> {
  readonly templateVersionId: TemplateVersionId;
  readonly templateSlug: Slug;
  readonly data: StoredData;
  /** `null` if the document is not encrypted. */
  readonly encryptionKeys: DocumentEncryption | null;
  /** The span that submitted the render. */
  readonly traceParent: TraceParent | null;
}

export interface RenderFilter {
  readonly status?: RenderStatus;
  readonly template?: Slug;
  readonly batchId?: RenderBatchId;
  readonly source?: RenderSource;
}

/** Stores renders. */
export class RenderStore extends Context.Service<
  RenderStore,
  {
    readonly add: (renders: ReadonlyArray<NewRender>) => Effect.Effect<void>;
    /** Whether documents of a project are public. */
    readonly hasPublicDownloads: (project: ProjectId) => Effect.Effect<boolean>;
    /** Queues the files of an upload for removal in a day, unless `addUpload` adds the upload before. */
    readonly expectUpload: (upload: Pick<NewUpload, "id" | "downloadToken">) => Effect.Effect<void>;
    /**
     * Adds an upload whose files are stored. A public copy of a project without public downloads is queued for
     * removal.
     */
    readonly addUpload: (upload: NewUpload) => Effect.Effect<StoredRender>;
    readonly find: (project: ProjectId, id: RenderId) => Effect.Effect<Option.Option<StoredRender>>;
    /** Prevents the erasure of renders until the transaction ends; returns the ids of those that exist. */
    readonly lock: (ids: ReadonlyArray<RenderId>) => Effect.Effect<ReadonlySet<RenderId>>;
    readonly findByToken: (downloadToken: string) => Effect.Effect<Option.Option<StoredRender>>;
    /** The data of a render, ended or not. */
    readonly findData: (id: RenderId) => Effect.Effect<Option.Option<StoredData>>;
    /** Newest first; up to `limit + 1` rows. */
    readonly list: (
      project: ProjectId,
      filter: RenderFilter,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<StoredRender>>;
    /** What a worker needs of a render that has not ended. */
    readonly findTask: (id: RenderId) => Effect.Effect<Option.Option<RenderTask>>;
    /**
     * Ends renders, and drops their keys. Those that have ended before or were erased are not in the result. A public copy of a
     * project without public downloads is queued for removal.
     */
    readonly settle: (
      settlements: ReadonlyArray<Settlement>,
    ) => Effect.Effect<ReadonlyArray<StoredRender>>;
  }
>()("@paraph/core/renders/RenderStore") {}
