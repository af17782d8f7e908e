import { Context, DateTime, Effect, Layer, Option } from "effect";

import { Engagement, type ReaderEventType, type Recorded } from "../engagement/mod.ts";
import { type Branding, NO_BRANDING } from "../projects/mod.ts";
import {
  type AssetRange,
  type Document,
  type Render,
  Renders,
  type StorageUnavailable,
} from "../renders/mod.ts";
import { NotFound, type Visitor } from "../values/mod.ts";
import { Gone } from "./errors.ts";
import { isShareToken } from "./share.ts";
import { ShareStore, type LinkedShare } from "./share_store.ts";
import { shareState } from "./share_view.ts";

/** An active share and its render. */
export interface OpenShare {
  readonly share: LinkedShare;
  readonly render: Render;
}

/** Opens documents for viewers, while their link is active. */
export class SharedDocuments extends Context.Service<
  SharedDocuments,
  {
    /** The active share with a token. */
    readonly find: (token: string) => Effect.Effect<LinkedShare, NotFound | Gone>;
    /** The active share with a token, and its render. */
    readonly resolve: (token: string) => Effect.Effect<OpenShare, NotFound | Gone>;
    /** The branding of the sender of a link, active or not; none for an unknown link. */
    readonly branding: (token: string) => Effect.Effect<Branding>;
    readonly open: (
      share: LinkedShare,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | StorageUnavailable>;
    /** Records an event of the recipient, unless it is a duplicate. */
    readonly record: (
      share: LinkedShare,
      eventType: ReaderEventType,
      visitor: Visitor,
    ) => Effect.Effect<Recorded>;
  }
>()("@paraph/core/shares/SharedDocuments") {
  static readonly layer = Layer.effect(
    SharedDocuments,
    Effect.gen(function* () {
      const store = yield* ShareStore;
      const renders = yield* Renders;
      const engagement = yield* Engagement;

      const findShare = (token: string) =>
        isShareToken(token) ? store.findByToken(token) : Effect.succeedNone;

      const find = Effect.fn("SharedDocuments.find")(function* (token: string) {
        const storedShare = yield* findShare(token);
        const share = yield* Effect.fromOption(storedShare, () => NotFound.of("share"));
        const state = shareState(share, yield* DateTime.now);
        return state === "active" ? share : yield* Gone[state];
      });

      const resolve = Effect.fn("SharedDocuments.resolve")(function* (token: string) {
        const share = yield* find(token);
        return { share, render: yield* renders.get(share.projectId, share.renderId) };
      });

      const branding = Effect.fn("SharedDocuments.branding")((token: string) =>
        Effect.map(
          findShare(token),
          (share) => Option.getOrUndefined(share)?.branding ?? NO_BRANDING,
        ),
      );

      const open = Effect.fn("SharedDocuments.open")(function* (
        { projectId, renderId }: LinkedShare,
        range?: AssetRange,
      ) {
        return yield* renders.open(projectId, renderId, range);
      });

      const record = Effect.fn("SharedDocuments.record")(function* (
        { id: shareId, projectId, renderId }: LinkedShare,
        eventType: ReaderEventType,
        visitor: Visitor,
      ) {
        const event = { eventType, actorKind: "recipient", metadata: null } as const;
        return yield* engagement.recordVisit({
          projectId,
          renderId,
          shareId,
          ...event,
          ...visitor,
        });
      });

      return SharedDocuments.of({ find, resolve, branding, open, record });
    }),
  );
}
