import { Context, Effect, Layer, Schema } from "effect";

import { AuditLog } from "../audit/mod.ts";
import { Conflict, NotFound, type ProjectId, RenderId, Transaction } from "../values/mod.ts";
import type { EraseRecipient, ErasedRecipient } from "./erased_recipient.ts";
import { ErasureStore, type NamingSignature } from "./erasure_store.ts";

/** So many renders are looked up at once, and told of at most. */
const BATCH = 100;

const isRenderId = Schema.is(RenderId);

/**
 * Erases documents and people on request.
 *
 * What is erased is gone from the database when this ends, and from the disk a moment later.
 */
export class Erasures extends Context.Service<
  Erasures,
  {
    /** Erases a render with all that belongs to it; a conflict while it is out for signature. */
    readonly eraseRender: (
      project: ProjectId,
      id: string,
    ) => Effect.Effect<void, NotFound | Conflict>;
    /**
     * Erases an address in a project: from shares, mails, engagement, events and forms. With
     * `documents` renders that hold it go whole. What has to stay is told.
     */
    readonly eraseRecipient: (
      project: ProjectId,
      wanted: EraseRecipient,
    ) => Effect.Effect<ErasedRecipient>;
  }
>()("@paraph/core/erasure/Erasures") {
  static readonly layer = Layer.effect(
    Erasures,
    Effect.gen(function* () {
      const store = yield* ErasureStore;
      const audit = yield* AuditLog;
      const transaction = yield* Transaction;

      /** Erases those of these renders that may be; how many those were, and whether one may not. */
      const erase = Effect.fnUntraced(function* (
        projectId: ProjectId,
        wanted: ReadonlyArray<RenderId>,
      ) {
        const { ids, open } = yield* store.lock(yield* store.own(projectId, wanted));
        const erasable = ids.filter((id) => !open.has(id));
        yield* store.eraseRenders(erasable);
        yield* Effect.forEach(
          erasable,
          (id) =>
            audit.record({ action: "render.deleted", projectId, target: { kind: "render", id } }),
          { discard: true },
        );
        return { erased: erasable.length, open: open.size };
      }, transaction.run);

      const eraseRender = Effect.fn("Erasures.eraseRender")(function* (
        project: ProjectId,
        id: string,
      ) {
        const { erased, open } = isRenderId(id)
          ? yield* erase(project, [id])
          : { erased: 0, open: 0 };
        yield* open > 0 ? Effect.fail(OUT_FOR_SIGNATURE) : Effect.void;
        yield* erased === 0 ? Effect.fail(NotFound.of("render")) : Effect.void;
      });

      /** Every render that holds an address, batch by batch. */
      const eraseDocuments = Effect.fnUntraced(function* (project: ProjectId, email: string) {
        const signed = yield* store.signaturesNaming(project, email);
        const ended = signed.filter(({ isOpen }) => !isOpen).map(({ renderId }) => renderId);
        let { erased } = yield* erase(project, ended);
        let behind: RenderId | undefined;
        for (;;) {
          const found = yield* store.rendersNaming(project, email, behind, BATCH);
          erased += (yield* erase(project, found)).erased;
          behind = found.at(-1);
          if (found.length < BATCH) return erased;
        }
      });

      const erasePerson = Effect.fnUntraced(function* (projectId: ProjectId, email: string) {
        const naming = yield* store.signaturesNaming(projectId, email);
        const open = naming.filter(({ isOpen }) => isOpen);
        const erased = yield* store.eraseRecipient(
          projectId,
          email,
          open.map(({ renderId }) => renderId),
        );
        const target = { kind: "recipient", id: null };
        yield* audit.record({ action: "recipient.erased", projectId, target, details: erased });
        const evidence = naming.filter(({ isOpen }) => !isOpen);
        return { erased, openSignatures: open.map(told), evidence: evidence.map(told) };
      }, transaction.run);

      const eraseRecipient = Effect.fn("Erasures.eraseRecipient")(function* (
        project: ProjectId,
        { email, documents = false }: EraseRecipient,
      ) {
        const renders = documents ? yield* eraseDocuments(project, email) : 0;
        const { erased, ...left } = yield* erasePerson(project, email);
        const holding = yield* store.rendersNaming(project, email, undefined, BATCH + 1);
        return {
          erased: { renders, ...erased },
          left: { ...left, renders: holding.slice(0, BATCH), hasMore: holding.length > BATCH },
        };
      });

      return Erasures.of({ eraseRender, eraseRecipient });
    }),
  );
}

function told({ id, renderId }: NamingSignature) {
  return { id, renderId };
}

const OUT_FOR_SIGNATURE = Conflict.of(
  "The document is out for signature: cancel the request first",
);
