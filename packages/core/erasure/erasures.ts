import { Array, Context, Effect, Layer, Option, Schema } from "effect";

import { AuditLog } from "../audit/mod.ts";
import { ProjectStore } from "../projects/mod.ts";
import {
  type AccountId,
  Conflict,
  NotFound,
  type ProjectId,
  RenderId,
  Transaction,
} from "../values/mod.ts";
import {
  type EraseRecipient,
  type ErasedRecipient,
  mergeErasures,
  NOTHING_ERASED,
} from "./erased_recipient.ts";
import { ErasureStore, type SignatureWithEmail } from "./erasure_store.ts";
import { renderEraser } from "./render_erasing.ts";

/** The number of renders per batch, and the maximum number in a response. */
const BATCH = 100;

/** The number of events per search, and per transaction of erasure. */
const MENTIONS = 10_000;
const ROWS = 1000;

const isRenderId = Schema.is(RenderId);

/**
 * Erases documents and recipients on request.
 *
 * Erased data is gone from the database when a method ends; files are removed shortly after.
 */
export class Erasures extends Context.Service<
  Erasures,
  {
    /** Erases a render with its related records; a conflict while a signature request is open. */
    readonly eraseRender: (
      project: ProjectId,
      id: string,
    ) => Effect.Effect<void, NotFound | Conflict>;
    /**
     * Erases an address in a project: from shares, emails, engagement, events and forms. With `documents`,
     * erases renders with the address too. Returns the records that must stay.
     */
    readonly eraseRecipient: (
      project: ProjectId,
      request: EraseRecipient,
    ) => Effect.Effect<ErasedRecipient>;
    /** Like `eraseRecipient`, in all projects of an account, including deleted ones. */
    readonly eraseRecipientOf: (
      account: AccountId,
      request: EraseRecipient,
    ) => Effect.Effect<ErasedRecipient, NotFound>;
  }
>()("@paraph/core/erasure/Erasures") {
  static readonly layer = Layer.effect(
    Erasures,
    Effect.gen(function* () {
      const store = yield* ErasureStore;
      const accounts = yield* ProjectStore;
      const audit = yield* AuditLog;
      const transaction = yield* Transaction;
      const eraseRenders = yield* renderEraser;

      /** Erases the given renders of a project without an open signature request; counts both kinds. */
      const erase = Effect.fnUntraced(function* (
        projectId: ProjectId,
        renderIds: ReadonlyArray<RenderId>,
      ) {
        return yield* eraseRenders(yield* store.own(projectId, renderIds), (id) =>
          audit.record({ action: "render.deleted", projectId, target: { kind: "render", id } }),
        );
      });

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

      /** Erases all renders with an address, in batches. */
      const eraseDocuments = Effect.fnUntraced(function* (project: ProjectId, email: string) {
        const signatures = yield* store.signaturesWithEmail(project, email);
        const erasableIds = signatures
          .filter(({ isOpen }) => !isOpen)
          .map(({ renderId }) => renderId);
        let erasedCount = 0;
        for (const batch of Array.chunksOf(erasableIds, BATCH))
          erasedCount += (yield* erase(project, batch)).erased;
        let lastId: RenderId | undefined;
        for (;;) {
          const renderIds = yield* store.rendersWithEmail(project, email, lastId, BATCH);
          erasedCount += (yield* erase(project, renderIds)).erased;
          lastId = renderIds.at(-1);
          if (renderIds.length < BATCH) return erasedCount;
        }
      });

      /**
       * Erases an address from events and readings. Searches outside of a transaction, because the event stream
       * waits for open transactions that write, and erases in small transactions.
       */
      const eraseMentions = Effect.fnUntraced(function* (project: ProjectId, email: string) {
        const signatures = yield* store.signaturesWithEmail(project, email);
        const open = signatures.filter(({ isOpen }) => isOpen).map(({ renderId }) => renderId);
        let [events, engagementEvents] = [0, 0];
        for (;;) {
          const since = yield* store.place;
          const mentions = yield* store.findMentions(project, email, open, MENTIONS);
          const batches = [
            ...Array.chunksOf(mentions.events, ROWS).map((events) => ({ events, readings: [] })),
            ...Array.chunksOf(mentions.readings, ROWS).map((readings) => ({
              events: [],
              readings,
            })),
          ];
          for (const batch of batches) {
            const counts = yield* transaction.run(store.eraseMentions(batch));
            events += counts.events;
            engagementEvents += counts.engagementEvents;
          }
          const largestCount = Math.max(mentions.events.length, mentions.readings.length);
          if (largestCount < MENTIONS) return { since, events, engagementEvents };
        }
      });

      const erasePerson = Effect.fnUntraced(function* (
        projectId: ProjectId,
        email: string,
        before: Effect.Success<ReturnType<typeof eraseMentions>> &
          Pick<ErasedRecipient["erased"], "signatureBulkRows">,
      ) {
        const signatures = yield* store.signaturesWithEmail(projectId, email);
        const open = signatures.filter(({ isOpen }) => isOpen);
        const except = open.map(({ renderId }) => renderId);
        const last = yield* store.eraseRecipient(projectId, email, except, before.since);
        const counts = {
          ...last,
          signatureBulkRows: before.signatureBulkRows,
          events: before.events + last.events,
          engagementEvents: before.engagementEvents + last.engagementEvents,
        };
        const target = { kind: "recipient", id: null };
        yield* audit.record({ action: "recipient.erased", projectId, target, details: counts });
        const evidence = signatures.filter(({ isOpen }) => !isOpen);
        return {
          erased: counts,
          openSignatures: open.map(signatureRef),
          evidence: evidence.map(signatureRef),
        };
      }, transaction.run);

      const eraseRecipient = Effect.fn("Erasures.eraseRecipient")(function* (
        project: ProjectId,
        { email, documents = false }: EraseRecipient,
      ) {
        // First and in a transaction of its own, so that the requests of all other rows are found afterwards.
        const signatureBulkRows = yield* transaction.run(store.eraseBulkRows(project, email));
        const renders = documents ? yield* eraseDocuments(project, email) : 0;
        const { erased, ...left } = yield* erasePerson(project, email, {
          signatureBulkRows,
          ...(yield* eraseMentions(project, email)),
        });
        const remainingRenders = yield* store.rendersWithEmail(
          project,
          email,
          undefined,
          BATCH + 1,
        );
        return {
          erased: { renders, ...erased },
          left: {
            ...left,
            renders: remainingRenders.slice(0, BATCH),
            hasMore: remainingRenders.length > BATCH,
          },
        };
      });

      const eraseRecipientOf = Effect.fn("Erasures.eraseRecipientOf")(function* (
        account: AccountId,
        request: EraseRecipient,
      ) {
        const isKnown = Option.isSome(yield* accounts.findAccount(account));
        yield* isKnown ? Effect.void : Effect.fail(NotFound.of("account"));
        const projects = yield* store.projectsOf(account);
        const results = yield* Effect.forEach(projects, (project) =>
          eraseRecipient(project, request),
        );
        return results.reduce(mergeErasures, NOTHING_ERASED);
      });

      return Erasures.of({ eraseRender, eraseRecipient, eraseRecipientOf });
    }),
  );
}

function signatureRef({ id, renderId }: SignatureWithEmail) {
  return { id, renderId };
}

const OUT_FOR_SIGNATURE = Conflict.of(
  "The document is out for signature: cancel the request first",
);
