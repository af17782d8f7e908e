import { Context, DateTime, Effect, Layer, Option } from "effect";

import { Engagement, type ReaderEventType, type Recorded } from "../engagement/mod.ts";
import {
  type AssetRange,
  type Document,
  type Render,
  Renders,
  type StorageUnavailable,
} from "../renders/mod.ts";
import { NotFound, type Visitor } from "../values/mod.ts";
import { Gone } from "./errors.ts";
import { shareState } from "./share_state.ts";
import { ShareStore, type StoredShare } from "./share_store.ts";
import { isShareToken } from "./share_token.ts";

/** A share that is open, and the render it opens. */
export interface OpenShare {
  readonly share: StoredShare;
  readonly render: Render;
}

/** What guests see of a document: as long as their link is neither revoked nor expired. */
export class SharedDocuments extends Context.Service<
  SharedDocuments,
  {
    readonly resolve: (token: string) => Effect.Effect<OpenShare, NotFound | Gone>;
    readonly open: (
      token: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | Gone | StorageUnavailable>;
    /** Records what a guest does, unless it repeats what was recorded just before. */
    readonly record: (
      token: string,
      eventType: ReaderEventType,
      visitor: Visitor,
    ) => Effect.Effect<Recorded, NotFound | Gone>;
  }
>()("@paraph/core/shares/SharedDocuments") {
  static readonly layer = Layer.effect(
    SharedDocuments,
    Effect.gen(function* () {
      const store = yield* ShareStore;
      const renders = yield* Renders;
      const engagement = yield* Engagement;

      const active = Effect.fnUntraced(function* (token: string) {
        const found = isShareToken(token) ? yield* store.findByToken(token) : Option.none();
        const share = yield* Effect.fromOption(found, () => NotFound.of("share"));
        const state = shareState(share, yield* DateTime.now);
        return state === "active" ? share : yield* Gone[state];
      });

      const resolve = Effect.fn("SharedDocuments.resolve")(function* (token: string) {
        const share = yield* active(token);
        return { share, render: yield* renders.get(share.projectId, share.renderId) };
      });

      const open = Effect.fn("SharedDocuments.open")(function* (token: string, range?: AssetRange) {
        const { projectId, renderId } = yield* active(token);
        return yield* renders.open(projectId, renderId, range);
      });

      const record = Effect.fn("SharedDocuments.record")(function* (
        token: string,
        eventType: ReaderEventType,
        visitor: Visitor,
      ) {
        const { id: shareId, projectId, renderId } = yield* active(token);
        const done = { eventType, actorKind: "recipient", metadata: null } as const;
        return yield* engagement.record({ projectId, renderId, shareId, ...done, ...visitor });
      });

      return SharedDocuments.of({ resolve, open, record });
    }),
  );
}
