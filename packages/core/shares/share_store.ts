import { Context, type Effect, type Option } from "effect";

import type { Branding } from "../projects/mod.ts";
import type { PageRequest, ProjectId, RenderId, ShareId, Slug, Timestamp } from "../values/mod.ts";
import type { RevokedReason, Share, ShareQuery } from "./share.ts";

/** A stored share. */
export interface StoredShare extends Omit<Share, "shareUrl"> {
  readonly renderId: RenderId;
  readonly projectId: ProjectId;
}

/** A stored share with the file name and the template of its document. */
export interface ListedShare extends StoredShare {
  readonly filename: string | null;
  /** `null` for an uploaded PDF. */
  readonly templateSlug: Slug | null;
}

/** Which shares of a project are listed. */
export type ShareFilter = Pick<ShareQuery, "status" | "channel" | "recipientEmail">;

/** A stored share without its views, which would have to be counted, with its project and its template. */
export interface LinkedShare extends Omit<StoredShare, "clickCount"> {
  readonly branding: Branding;
  readonly projectName: string;
  /** `null` for an uploaded PDF. */
  readonly templateName: string | null;
}

/** A share to add. */
export type NewShare = Omit<
  StoredShare,
  "projectId" | "clickCount" | "revokedAt" | "revokedReason"
>;

/** Stores shares. */
export class ShareStore extends Context.Service<
  ShareStore,
  {
    readonly add: (shares: ReadonlyArray<NewShare>) => Effect.Effect<void>;
    /** The names of the templates of renders; none for uploaded PDFs and deleted templates. */
    readonly templateNames: (
      renders: ReadonlyArray<RenderId>,
    ) => Effect.Effect<ReadonlyMap<RenderId, string>>;
    readonly find: (renderId: RenderId, id: ShareId) => Effect.Effect<Option.Option<StoredShare>>;
    readonly findByToken: (token: string) => Effect.Effect<Option.Option<LinkedShare>>;
    /** Every share of a render, newest first. */
    readonly list: (renderId: RenderId) => Effect.Effect<ReadonlyArray<StoredShare>>;
    /** Shares of a project, newest first; up to `limit + 1` rows. */
    readonly listOfProject: (
      project: ProjectId,
      filter: ShareFilter,
      page: PageRequest,
    ) => Effect.Effect<ReadonlyArray<ListedShare>>;
    /** A share of a project. */
    readonly findOfProject: (
      project: ProjectId,
      id: ShareId,
    ) => Effect.Effect<Option.Option<StoredShare>>;
    /** Revokes a share that is not revoked; whether there was one. */
    readonly revoke: (
      renderId: RenderId,
      id: ShareId,
      revocation: { readonly at: Timestamp; readonly reason: RevokedReason },
    ) => Effect.Effect<boolean>;
  }
>()("@paraph/core/shares/ShareStore") {}
