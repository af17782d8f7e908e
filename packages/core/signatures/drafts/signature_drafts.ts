import { Context, DateTime, Effect, Layer, Option, Schema } from "effect";

import { idempotent, keyedRequest, type KeyedRequest } from "../../idempotency/mod.ts";
import { Renders } from "../../renders/mod.ts";
import {
  Conflict,
  InvalidRequest,
  newRow,
  NotFound,
  pageOf,
  pageRequest,
  type ProjectId,
  type RenderId,
  SignatureDraftId,
  withRandom,
} from "../../values/mod.ts";
import type { CreateSignature } from "../request/signature_request.ts";
import { SignatureCreation } from "../signature_creation.ts";
import { Signatures } from "../signatures.ts";
import { SignatureDraftStore, type StoredSignatureDraft } from "./draft_store.ts";
import {
  type CreateSignatureDraft,
  draftProblems,
  type RemovedSignatureDraft,
  type SignatureDraft,
  type SignatureDraftPage,
  type SignatureDraftQuery,
  type UpdateSignatureDraft,
} from "./signature_draft.ts";

/** Stores incomplete signature requests, and sends each once. */
export class SignatureDrafts extends Context.Service<
  SignatureDrafts,
  {
    /** Creates a draft for a render, once per idempotency key. */
    readonly create: (
      project: ProjectId,
      draft: CreateSignatureDraft,
      idempotencyKey?: string,
    ) => Effect.Effect<
      { readonly draft: SignatureDraft; readonly replayed: boolean },
      InvalidRequest | NotFound
    >;
    /** Like `create`, with an idempotency key in the scope of an embed session. */
    readonly createOnce: (
      project: ProjectId,
      draft: CreateSignatureDraft,
      within: string,
    ) => Effect.Effect<
      { readonly draft: SignatureDraft; readonly replayed: boolean },
      InvalidRequest | NotFound
    >;
    readonly get: (project: ProjectId, id: string) => Effect.Effect<SignatureDraft, NotFound>;
    /** The newest draft of a render that was not sent. */
    readonly findOpen: (
      project: ProjectId,
      renderId: RenderId,
    ) => Effect.Effect<Option.Option<SignatureDraft>>;
    /** Newest first. */
    readonly list: (
      project: ProjectId,
      query: SignatureDraftQuery,
    ) => Effect.Effect<SignatureDraftPage>;
    /** Replaces the request of a draft; a conflict if the draft was sent or has another revision. */
    readonly update: (
      project: ProjectId,
      id: string,
      change: UpdateSignatureDraft,
    ) => Effect.Effect<SignatureDraft, InvalidRequest | NotFound | Conflict>;
    readonly remove: (
      project: ProjectId,
      id: string,
    ) => Effect.Effect<RemovedSignatureDraft, NotFound>;
    /**
     * Sends a draft, concurrent calls included once. The draft and its signature request change together. A
     * failure leaves the draft as it was.
     *
     * @param decode Validates the request of the draft.
     */
    readonly send: <E, R>(
      project: ProjectId,
      id: string,
      decode: (request: SignatureDraft["request"]) => Effect.Effect<CreateSignature, E, R>,
    ) => Effect.Effect<
      Effect.Success<ReturnType<SignatureCreation["Service"]["create"]>>,
      Effect.Error<ReturnType<SignatureCreation["Service"]["create"]>> | E,
      R
    >;
  }
>()("@paraph/core/signatures/SignatureDrafts") {
  static readonly layer = Layer.effect(
    SignatureDrafts,
    Effect.gen(function* () {
      const store = yield* SignatureDraftStore;
      const renders = yield* Renders;
      const signatures = yield* Signatures;
      const { create: createSignature } = yield* SignatureCreation;
      const runOnce = yield* idempotent;
      const row = yield* withRandom(newRow);

      const load = Effect.fnUntraced(function* (project: ProjectId, id: string) {
        const found = isDraftId(id) ? yield* store.find(project, id) : Option.none();
        return yield* Effect.fromOption(found, () => NotFound.of("draft"));
      });

      /** A new draft of a render that exists. */
      const prepare = Effect.fnUntraced(function* (
        projectId: ProjectId,
        { request }: CreateSignatureDraft,
      ): Effect.fn.Return<StoredSignatureDraft, InvalidRequest | NotFound> {
        const { renderId } = request;
        const problems = draftProblems(request);
        if (typeof renderId !== "string")
          return yield* InvalidRequest.of([...problems, RENDER_EXPECTED]);
        if (problems.length > 0) return yield* InvalidRequest.of(problems);
        const render = yield* renders.get(projectId, renderId);
        const { id, createdAt } = yield* row;
        return {
          id: SignatureDraftId.make(id),
          projectId,
          renderId: render.id,
          revision: 1,
          request,
          signatureId: null,
          createdAt,
          updatedAt: createdAt,
        };
      });

      const make = Effect.fnUntraced(function* (draft: StoredSignatureDraft) {
        yield* renders.lock(draft.renderId);
        yield* store.add(draft);
        return draft;
      });

      const createUnder = (
        project: ProjectId,
        draft: CreateSignatureDraft,
        request: KeyedRequest | undefined,
      ) =>
        runOnce(request, {
          replay: (id) => load(project, id),
          prepare: prepare(project, draft),
          make,
        });

      const create = Effect.fn("SignatureDrafts.create")(function* (
        project: ProjectId,
        draft: CreateSignatureDraft,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "signature_drafts.create", within: project } as const;
        const { value, replayed } = yield* createUnder(
          project,
          draft,
          keyedRequest(scope, idempotencyKey),
        );
        return { draft: draftView(value), replayed };
      });

      const createOnce = Effect.fn("SignatureDrafts.createOnce")(function* (
        project: ProjectId,
        draft: CreateSignatureDraft,
        within: string,
      ) {
        const key = { operation: "signature_drafts.create", within, key: "draft" } as const;
        const { value, replayed } = yield* createUnder(project, draft, key);
        return { draft: draftView(value), replayed };
      });

      const update = Effect.fn("SignatureDrafts.update")(function* (
        project: ProjectId,
        id: string,
        { request, revision }: UpdateSignatureDraft,
      ) {
        const draft = yield* load(project, id);
        const { renderId } = request;
        const isSame = typeof renderId === "string" && renderId.toLowerCase() === draft.renderId;
        const problems = [...draftProblems(request), ...(isSame ? [] : [OTHER_RENDER])];
        if (problems.length > 0) return yield* InvalidRequest.of(problems);
        if (draft.signatureId !== null) return yield* SENT;
        if (revision !== undefined && revision !== draft.revision) return yield* CHANGED;
        const updatedAt = yield* DateTime.now;
        const saved = yield* store.save({
          id: draft.id,
          revision: draft.revision,
          request,
          updatedAt,
        });
        if (!saved) return yield* CHANGED;
        return draftView({ ...draft, request, updatedAt, revision: draft.revision + 1 });
      });

      const remove = Effect.fn("SignatureDrafts.remove")(function* (
        project: ProjectId,
        id: string,
      ) {
        const draft = yield* load(project, id);
        if (!(yield* store.remove(project, draft.id))) return yield* NotFound.of("draft");
        return { id: draft.id, deletedAt: yield* DateTime.now };
      });

      const list = Effect.fn("SignatureDrafts.list")(function* (
        project: ProjectId,
        query: SignatureDraftQuery,
      ) {
        const page = pageRequest(query);
        const { rows, ...rest } = pageOf(yield* store.list(project, query, page), page.limit);
        return { drafts: rows.map(draftView), ...rest };
      });

      const send: SignatureDrafts["Service"]["send"] = Effect.fnUntraced(
        function* (project, id, decode) {
          const { signatureId, ...draft } = yield* load(project, id);
          if (signatureId !== null) {
            const signature = yield* Effect.option(signatures.get(project, signatureId));
            if (Option.isSome(signature)) return { signature: signature.value, replayed: true };
          }
          return yield* createSignature(
            project,
            yield* decode(draft.request),
            // Concurrent calls wait for the first; it is forgotten if its provider fails.
            { operation: "signatures.create", within: draft.id, key: "send" },
            (newId) =>
              Effect.flatMap(store.markSent(draft, newId), (marked) =>
                marked ? Effect.void : Effect.fail(CHANGED),
              ),
          );
        },
      );

      return SignatureDrafts.of({
        create,
        createOnce,
        update,
        remove,
        list,
        send,
        get: Effect.fn("SignatureDrafts.get")((project: ProjectId, id: string) =>
          Effect.map(load(project, id), draftView),
        ),
        findOpen: (project, renderId) =>
          Effect.map(store.findOpen(project, renderId), Option.map(draftView)),
      });
    }),
  ).pipe(Layer.provide(SignatureCreation.layer));
}

const isDraftId = Schema.is(SignatureDraftId);

function draftView(stored: StoredSignatureDraft): SignatureDraft {
  const { projectId: _, ...draft } = stored;
  return draft;
}

const RENDER_EXPECTED = {
  path: "request.renderId",
  message: "Expected the ID of a render of the project",
};
const OTHER_RENDER = {
  path: "request.renderId",
  message: "Expected the render of the draft. Create another draft for another render",
};
const SENT = Conflict.of("The draft was sent and can no longer be changed");
const CHANGED = Conflict.of(
  "The draft has changed meanwhile. Read it again, then repeat the change",
);
