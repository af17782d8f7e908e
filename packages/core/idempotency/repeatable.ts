import { Effect, Option } from "effect";

import { Transaction } from "../values/mod.ts";
import { IdempotencyStore, type KeyedRequest } from "./idempotency_store.ts";

/** How a repeatable request is carried out. */
export interface Steps<A, Prepared, E1, E2, E3> {
  /** What was made under the key, as it is now. */
  readonly replay: (id: string) => Effect.Effect<A, E1>;
  /** Everything that may take its time: it runs outside of the transaction. */
  readonly prepare: Effect.Effect<Prepared, E2>;
  /** Makes it: in one transaction with the key, so that a failure leaves the key free. */
  readonly make: (prepared: Prepared) => Effect.Effect<A, E3>;
}

/** What a request is answered with, and whether it was made by an earlier one. */
export interface Repeated<A> {
  readonly value: A;
  readonly replayed: boolean;
}

/**
 * Carries out a request once, however often and however much at once it is repeated under its key.
 *
 * The key alone tells a repetition; what else the request says is not compared. Without a key every
 * request is one of its own.
 */
export const repeatable = Effect.gen(function* () {
  const store = yield* IdempotencyStore;
  const transaction = yield* Transaction;

  const once = Effect.fnUntraced(function* <A extends { readonly id: string }, E>(
    request: KeyedRequest | undefined,
    make: Effect.Effect<A, E>,
  ) {
    if (request === undefined) return { made: yield* make };
    const earlier = yield* store.claim(request);
    if (Option.isSome(earlier)) return { earlier: earlier.value };
    const made = yield* make;
    yield* store.remember(request, made.id);
    return { made };
  });

  return Effect.fnUntraced(function* <A extends { readonly id: string }, Prepared, E1, E2, E3>(
    request: KeyedRequest | undefined,
    { replay, prepare, make }: Steps<A, Prepared, E1, E2, E3>,
  ): Effect.fn.Return<Repeated<A>, E1 | E2 | E3> {
    const earlier = request === undefined ? Option.none() : yield* store.find(request);
    if (Option.isSome(earlier)) return { value: yield* replay(earlier.value), replayed: true };
    const prepared = yield* prepare;
    const done = yield* transaction.run(once(request, make(prepared)));
    if ("made" in done) return { value: done.made, replayed: false };
    return { value: yield* replay(done.earlier), replayed: true };
  });
});

/** A request as it is repeated, or nothing when the caller gave no key. */
export function keyedRequest(
  scope: Omit<KeyedRequest, "key">,
  key: string | undefined,
): KeyedRequest | undefined {
  return key === undefined ? undefined : { ...scope, key };
}
