import { Effect, Option } from "effect";

import { Transaction } from "../values/mod.ts";
import { IdempotencyStore, type KeyedRequest } from "./idempotency_store.ts";

/** How an idempotent request is carried out. */
export interface IdempotentSteps<A, Prepared, E1, E2, E3> {
  /** The result of an earlier request under the key, as it is now. */
  readonly replay: (id: string) => Effect.Effect<A, E1>;
  /** Slow work. It runs outside of the transaction. */
  readonly prepare: Effect.Effect<Prepared, E2>;
  /** Writes. They share a transaction with the key, so a failure leaves the key free. */
  readonly make: (preparation: Prepared) => Effect.Effect<A, E3>;
}

/** The result of a request, and whether an earlier request under its key made it. */
export interface IdempotentResult<A> {
  readonly value: A;
  readonly replayed: boolean;
}

/**
 * Carries out requests with an idempotency key once, concurrent ones included.
 *
 * Only the key identifies a replay; the rest of the request is not compared. A request without a key is
 * always carried out.
 */
export const idempotent = Effect.gen(function* () {
  const store = yield* IdempotencyStore;
  const transaction = yield* Transaction;

  const claimAndCreate = Effect.fnUntraced(function* <A extends { readonly id: string }, E>(
    request: KeyedRequest | undefined,
    make: Effect.Effect<A, E>,
  ) {
    if (request === undefined) return { made: yield* make };
    const earlier = yield* store.claim(request);
    if (Option.isSome(earlier)) return { earlier: earlier.value };
    const value = yield* make;
    yield* store.remember(request, value.id);
    return { made: value };
  });

  return Effect.fnUntraced(function* <A extends { readonly id: string }, Prepared, E1, E2, E3>(
    request: KeyedRequest | undefined,
    { replay, prepare, make }: IdempotentSteps<A, Prepared, E1, E2, E3>,
  ): Effect.fn.Return<IdempotentResult<A>, E1 | E2 | E3> {
    const earlier = request === undefined ? Option.none() : yield* store.find(request);
    if (Option.isSome(earlier)) return { value: yield* replay(earlier.value), replayed: true };
    const preparation = yield* prepare;
    const result = yield* transaction.run(claimAndCreate(request, make(preparation)));
    if ("made" in result) return { value: result.made, replayed: false };
    return { value: yield* replay(result.earlier), replayed: true };
  });
});

/** How an idempotent request is carried out whose writes share a transaction with those of other requests. */
export interface BatchedSteps<A, Prepared, E1, E2, E3> {
  /** The result of an earlier request under the key, as it is now. */
  readonly replay: (id: string) => Effect.Effect<A, E1>;
  /** Slow work, and the value of the result. */
  readonly prepare: Effect.Effect<Prepared, E2>;
  /** Writes the result and claims the key with its id; returns the id of the result that the key has then. */
  readonly commit: (preparation: Prepared) => Effect.Effect<string, E3>;
}

/** Like {@linkcode idempotent}, for requests that are written in batches. */
export const idempotentInBatches = Effect.map(IdempotencyStore, (store) =>
  Effect.fnUntraced(function* <
    A,
    Prepared extends { readonly id: string; readonly value: A },
    E1,
    E2,
    E3,
  >(
    request: KeyedRequest | undefined,
    { replay, prepare, commit }: BatchedSteps<A, Prepared, E1, E2, E3>,
  ): Effect.fn.Return<IdempotentResult<A>, E1 | E2 | E3> {
    const earlier = request === undefined ? Option.none() : yield* store.find(request);
    if (Option.isSome(earlier)) return { value: yield* replay(earlier.value), replayed: true };
    const preparation = yield* prepare;
    const id = yield* commit(preparation);
    if (id === preparation.id) return { value: preparation.value, replayed: false };
    return { value: yield* replay(id), replayed: true };
  }),
);

/** A request under its key; undefined without one. */
export function keyedRequest(
  scope: Omit<KeyedRequest, "key">,
  key: string | undefined,
): KeyedRequest | undefined {
  return key === undefined ? undefined : { ...scope, key };
}
