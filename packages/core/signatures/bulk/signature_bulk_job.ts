import { Cause, Context, DateTime, Duration, Effect, Layer, Option } from "effect";

import { Renders, type StorageUnavailable } from "../../renders/mod.ts";
import {
  Conflict,
  type InvalidRequest,
  isPermanentFailure,
  type Issues,
  onBehalfOf,
  PublicUrls,
  type RenderId,
  type SignatureBulkId,
  Transaction,
} from "../../values/mod.ts";
import { EventPublisher } from "../../webhooks/mod.ts";
import type { SignatureProviderError } from "../errors.ts";
import type { CreateSignature } from "../request/signature_request.ts";
import { SignatureCreation } from "../signature_creation.ts";
import type { BulkRowError } from "./signature_bulk.ts";
import { type BulkRowTask, type RowOutcome, SignatureBulkStore } from "./signature_bulk_store.ts";
import { bulkCompletedEvent } from "./signature_bulk_view.ts";
import { rowPath } from "./validate_bulk.ts";

/** How long after its submission a row is retried after transient failures. */
const RETRY_WITHIN = Duration.hours(24);

/** The number of bulk requests in a transaction. */
const BULKS = 100;

/** Sends the rows of bulk requests whose renders have ended. */
export class SignatureBulkJob extends Context.Service<
  SignatureBulkJob,
  {
    /**
     * Sends the row of a render, or records why it failed. Repeated and concurrent runs send one request.
     * Fails or dies after a transient failure: the job must then be retried.
     */
    readonly run: (
      render: RenderId,
    ) => Effect.Effect<
      void,
      SignatureProviderError | StorageUnavailable | Cause.NoSuchElementError
    >;
    /** Queues rows that were not queued when their renders ended, and completes bulk requests after erasures. */
    readonly sweep: Effect.Effect<void>;
  }
>()("@paraph/core/signatures/SignatureBulkJob") {
  static readonly layer = Layer.effect(
    SignatureBulkJob,
    Effect.gen(function* () {
      const store = yield* SignatureBulkStore;
      const renders = yield* Renders;
      const { create } = yield* SignatureCreation;
      const events = yield* EventPublisher;
      const transaction = yield* Transaction;
      const { base } = yield* PublicUrls;

      const complete = Effect.fnUntraced(function* (id: SignatureBulkId) {
        const completed = yield* store.complete(id, yield* DateTime.now);
        if (Option.isSome(completed))
          yield* events.publish(bulkCompletedEvent(completed.value, base));
      });

      const settle = Effect.fnUntraced(function* (
        { renderId, bulkId }: BulkRowTask,
        outcome: RowOutcome,
      ) {
        yield* store.settle(renderId, outcome);
        yield* complete(bulkId);
      }, transaction.run);

      /** Sends a row. The key makes repeated calls return the first request. */
      const send = Effect.fnUntraced(function* (task: BulkRowTask) {
        const { projectId, renderId, position, bulkId, options, request } = task;
        const { status, errorCode, errorMessage } = yield* renders.get(projectId, renderId);
        if (status === "failed") {
          const message = errorMessage ?? "The render failed";
          return failed({ code: errorCode ?? "render_failed", message });
        }
        if (status !== "succeeded" || request === null)
          return yield* new Cause.NoSuchElementError("The render has not ended");
        const input: CreateSignature = { renderId, ...options, ...request };
        const key = { operation: "signatures.create", within: bulkId } as const;
        // The row may have ended since it was read: a recipient was erased.
        const whilePending = () =>
          Effect.filterOrFail(store.lockPending(renderId), Boolean, () => ROW_ENDED);
        const { signature } = yield* create(
          projectId,
          input,
          { ...key, key: String(position) },
          whilePending,
        );
        return { status: "sent", signatureId: signature.id } satisfies RowOutcome;
      });

      const outcomeOf = (task: BulkRowTask) =>
        send(task).pipe(
          Effect.catchTags({
            invalid_request: (error) => Effect.succeed(failed(rowError(error, task))),
            conflict: (error) => Effect.succeed(failed(errorOf(error))),
            document_too_large: (error) => Effect.succeed(failed(errorOf(error))),
            not_found: (error) => Effect.succeed(failed(errorOf(error))),
            signature_credits_exhausted: (error) => Effect.succeed(failed(errorOf(error))),
            signatures_unavailable: (error) => Effect.succeed(failed(errorOf(error))),
          }),
        );

      /** Passes transient failures on until the time limit, and then fails the row. */
      const giveUp = Effect.fnUntraced(function* <E extends { readonly message: string }>(
        { createdAt }: BulkRowTask,
        cause: Cause.Cause<E>,
      ) {
        const deadline = DateTime.addDuration(createdAt, RETRY_WITHIN);
        const isLate = DateTime.isGreaterThanOrEqualTo(yield* DateTime.now, deadline);
        if (Cause.hasInterrupts(cause) || !(isLate || isPermanentFailure(cause)))
          return yield* Effect.failCause(cause);
        yield* Effect.logError("A row of a bulk request cannot be sent", cause);
        return failed(NOT_SENT);
      });

      const run = Effect.fn("SignatureBulkJob.run")(function* (renderId: RenderId) {
        const task = Option.getOrUndefined(yield* store.findRow(renderId));
        if (task === undefined || task.status !== "pending") return;
        const outcome = yield* outcomeOf(task).pipe(
          Effect.catchCause((cause) => giveUp(task, cause)),
          onBehalfOf(task.projectId),
        );
        yield* settle(task, outcome);
      });

      const completeSome = Effect.gen(function* () {
        const ids = yield* store.overdue(BULKS);
        yield* Effect.forEach(ids, complete, { discard: true });
        return ids.length;
      });

      return SignatureBulkJob.of({
        run,
        sweep: Effect.andThen(
          store.requeue,
          Effect.asVoid(
            Effect.repeat(transaction.run(completeSome), { until: (count) => count < BULKS }),
          ),
        ),
      });
    }),
  ).pipe(Layer.provide(SignatureCreation.layer));
}

function failed(error: BulkRowError): RowOutcome {
  return { status: "failed", error };
}

function errorOf({ _tag, message }: { readonly _tag: string; readonly message: string }) {
  return { code: _tag, message };
}

/** The problems of a row under their paths in the request. */
function rowError(error: InvalidRequest, { position, options }: BulkRowTask): BulkRowError {
  const { formErrors, fieldErrors } = error.issues;
  const entries = Object.entries(fieldErrors).map(([path, messages]) => [
    rowPath(path, position, options),
    messages,
  ]);
  const issues: Issues = { formErrors, fieldErrors: Object.fromEntries(entries) };
  return { ...errorOf(error), issues };
}

const ROW_ENDED = Conflict.of("The row of the bulk request has ended");

const NOT_SENT: BulkRowError = {
  code: "signature_provider_error",
  message: "Gave up after a day of retries, or the stored row cannot be read",
};
