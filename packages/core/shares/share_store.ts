import { Context, type Effect, type Option } from "effect";

import type { Branding } from "../projects/mod.ts";
import type { ProjectId, RenderId, ShareId, Timestamp } from "../values/mod.ts";
import type { RevokedReason, Share } from "./share.ts";

/** A stored share. */
export interface StoredShare extends Omit<Share, "shareUrl"> {
  readonly renderId: RenderId;
  readonly projectId: ProjectId;
}

/** A stored share without its views, which would have to be counted, and the branding of its project. */
export interface LinkedShare extends Omit<StoredShare, "clickCount"> {
  readonly branding: Branding;
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
    readonly find: (renderId: RenderId, id: ShareId) => Effect.Effect<Option.Option<StoredShare>>;
    readonly findByToken: (token: string) => Effect.Effect<Option.Option<LinkedShare>>;
    /** Every share of a render, newest first. */
    readonly list: (renderId: RenderId) => Effect.Effect<ReadonlyArray<StoredShare>>;
    /** Revokes a share that is not revoked; whether there was one. */
    readonly revoke: (
      renderId: RenderId,
      id: ShareId,
      revocation: { readonly at: Timestamp; readonly reason: RevokedReason },
    ) => Effect.Effect<boolean>;
  }
>()("@paraph/core/shares/ShareStore") {}
