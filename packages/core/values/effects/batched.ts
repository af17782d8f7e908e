import { Context, Deferred, Effect, Exit, Queue, type Scope, Tracer } from "effect";

import { withoutServices } from "./without_services.ts";

/** How calls form batches. */
export interface BatchOptions {
  /** How many batches may run at once. */
  readonly concurrency: number;
  /** How many calls a batch may have. */
  readonly atMost: number;
}

/** A call that waits for its batch. */
interface Call<A, B, E> {
  readonly item: A;
  readonly result: Deferred.Deferred<B, E>;
  readonly span: Tracer.AnySpan | undefined;
  isAbandoned: boolean;
}

/**
 * Runs an effect once for many concurrent calls: those that arrive while earlier batches run form the next one.
 * A single call does not wait for others.
 *
 * A batch runs apart from its callers: without their transactions, in the span of the first, and to its end
 * although a caller is interrupted. A call that is interrupted before is not run. If a batch fails, each of its
 * calls runs alone, so that none suffers from another.
 *
 * @param run Returns a result for each item, in their order.
 */
export const batched = Effect.fnUntraced(function* <A, B, E>(
  run: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>,
  { concurrency, atMost }: BatchOptions,
): Effect.fn.Return<(item: A) => Effect.Effect<B, E>, never, Scope.Scope> {
  const scope = yield* Effect.scope;
  const calls = yield* Queue.unbounded<Call<A, B, E>>();
  let isClosed = false;

  const settle = (batch: ReadonlyArray<Call<A, B, E>>, exit: Exit.Exit<ReadonlyArray<B>, E>) =>
    Effect.forEach(
      batch,
      ({ result }, index) =>
        Deferred.done(
          result,
          Exit.map(exit, (results) => results[index]!),
        ),
      { discard: true },
    );

  const runBatch = (taken: ReadonlyArray<Call<A, B, E>>): Effect.Effect<void> =>
    Effect.suspend(() => {
      const batch = taken.filter(({ isAbandoned }) => !isAbandoned);
      if (batch.length === 0) return Effect.void;
      return Effect.exit(inSpan(batch[0]?.span, run(batch.map(({ item }) => item)))).pipe(
        Effect.flatMap((exit) =>
          batch.length === 1 || Exit.isSuccess(exit) ? settle(batch, exit) : runEach(batch),
        ),
        Effect.onInterrupt(() => settle(batch, Exit.interrupt())),
      );
    });

  /** Runs calls alone. The next batch does not wait for them. */
  const runEach = (batch: ReadonlyArray<Call<A, B, E>>) =>
    Effect.forEach(batch, (call) => Effect.forkIn(runBatch([call]), scope), { discard: true });

  const runNext = Effect.flatMap(Queue.takeBetween(calls, 1, atMost), runBatch);
  const runLane = withoutServices(Effect.forever(runNext));
  for (let lane = 0; lane < concurrency; lane++) yield* Effect.forkScoped(runLane);
  yield* Effect.addFinalizer(() => {
    isClosed = true;
    return Effect.flatMap(Queue.clear(calls), (batch) => settle(batch, Exit.interrupt()));
  });

  return (item) =>
    Effect.withFiber(({ context }) => {
      if (isClosed) return Effect.interrupt;
      const span = Context.getOrUndefined(context, Tracer.ParentSpan);
      const call = { item, result: Deferred.makeUnsafe<B, E>(), span, isAbandoned: false };
      Queue.offerUnsafe(calls, call);
      return Effect.onInterrupt(Deferred.await(call.result), () =>
        Effect.sync(() => {
          call.isAbandoned = true;
        }),
      );
    });
});

const inSpan = <A, E, R>(span: Tracer.AnySpan | undefined, effect: Effect.Effect<A, E, R>) =>
  span === undefined ? effect : Effect.provideService(effect, Tracer.ParentSpan, span);
