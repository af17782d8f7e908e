import { Context, Effect, Layer, Option, Schema } from "effect";

import { type Render, Renders } from "../../renders/mod.ts";
import {
  accessCodes,
  type SignatureDraft,
  SignatureDrafts,
  UpdateSignatureDraft,
} from "../../signatures/mod.ts";
import {
  type Conflict,
  InvalidRequest,
  NotFound,
  type ProjectId,
  SignatureDraftId,
} from "../../values/mod.ts";
import { PermissionDenied, SessionNotFound, WrongMode } from "../errors.ts";
import type { LiveSession } from "../sessions/session.ts";

/** The draft of a send page to save. */
export const SaveSendDraft = Schema.Struct({
  ...UpdateSignatureDraft.fields,
  draftId: Schema.optionalKey(SignatureDraftId).annotateKey({
    description: "ID of the draft. Default: the draft of this session, which is created once.",
  }),
}).annotate({
  identifier: "SaveSendDraft",
  description: "The request of a send page, to store as a draft.",
});
export type SaveSendDraft = typeof SaveSendDraft.Type;

/** The draft of a send page to send. */
export const SendDraft = Schema.Struct({
  draftId: SignatureDraftId.annotateKey({ description: "ID of the draft." }),
  accessCodes,
}).annotate({ identifier: "SendDraft", description: "The draft of a send page to send." });
export type SendDraft = typeof SendDraft.Type;

/** The render of a session, and its draft. */
export interface SendState {
  readonly render: Render;
  readonly draft: SignatureDraft | null;
}

/** The page on which people of an integrator prepare the render of a session and send it for signature. */
export class Sending extends Context.Service<
  Sending,
  {
    /** The project and the render of a session with the mode `send`. */
    readonly open: (
      session: LiveSession,
      sessionId: string,
    ) => Effect.Effect<
      { readonly projectId: ProjectId; readonly render: Render },
      SessionNotFound | WrongMode | PermissionDenied | NotFound
    >;
    /** The render, and its newest draft that was not sent. */
    readonly state: (
      session: LiveSession,
      sessionId: string,
    ) => Effect.Effect<SendState, SessionNotFound | WrongMode | PermissionDenied | NotFound>;
    /** Saves a draft of the render, or creates the one of the session. */
    readonly save: (
      session: LiveSession,
      sessionId: string,
      draft: SaveSendDraft,
    ) => Effect.Effect<
      SignatureDraft,
      SessionNotFound | WrongMode | PermissionDenied | NotFound | InvalidRequest | Conflict
    >;
    /** The draft of the render with this id. */
    readonly draft: (
      session: LiveSession,
      sessionId: string,
      draftId: SignatureDraftId,
    ) => Effect.Effect<SignatureDraft, SessionNotFound | WrongMode | PermissionDenied | NotFound>;
  }
>()("@paraph/core/embed/Sending") {
  static readonly layer = Layer.effect(
    Sending,
    Effect.gen(function* () {
      const renders = yield* Renders;
      const drafts = yield* SignatureDrafts;

      const open = Effect.fn("Sending.open")(function* (session: LiveSession, sessionId: string) {
        const { id, projectId, scope, permissions } = session;
        if (sessionId.toLowerCase() !== id) return yield* SessionNotFound.now;
        if (scope.mode !== "send") return yield* WrongMode.notSend;
        if (!permissions.send) return yield* PermissionDenied.of("send");
        return { projectId, render: yield* renders.get(projectId, scope.renderId ?? "") };
      });

      const state = Effect.fn("Sending.state")(function* (session: LiveSession, sessionId: string) {
        const { projectId, render } = yield* open(session, sessionId);
        const draft = yield* drafts.findOpen(projectId, render.id);
        return { render, draft: Option.getOrNull(draft) };
      });

      const findDraft = Effect.fn("Sending.draft")(function* (
        session: LiveSession,
        sessionId: string,
        draftId: SignatureDraftId,
      ) {
        const { projectId, render } = yield* open(session, sessionId);
        const draft = yield* drafts.get(projectId, draftId);
        return draft.renderId === render.id ? draft : yield* NotFound.of("draft");
      });

      const save = Effect.fn("Sending.save")(function* (
        session: LiveSession,
        sessionId: string,
        { draftId, ...change }: SaveSendDraft,
      ) {
        if (draftId !== undefined) {
          const { id } = yield* findDraft(session, sessionId, draftId);
          return yield* drafts.update(session.projectId, id, change);
        }
        const { projectId, render } = yield* open(session, sessionId);
        const { renderId } = change.request;
        const isOwn = typeof renderId === "string" && renderId.toLowerCase() === render.id;
        if (!isOwn) return yield* OTHER_RENDER;
        const { draft, replayed } = yield* drafts.createOnce(projectId, change, session.id);
        return replayed ? yield* drafts.update(projectId, draft.id, change) : draft;
      });

      return Sending.of({ open, state, save, draft: findDraft });
    }),
  );
}

const OTHER_RENDER = InvalidRequest.of([
  { path: "request.renderId", message: "Expected the render of the session" },
]);
