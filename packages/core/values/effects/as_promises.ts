import { Effect, Predicate, Stream } from "effect";

/**
 * A service for programs without Effect: methods return promises instead of effects, and async iterables
 * instead of streams. The same applies to services within it. Everything else is unchanged.
 *
 * Generic methods lose their type parameters.
 */
export type AsPromises<S> = {
  readonly [Member in keyof S]: MemberAsPromise<S[Member]>;
};

type MemberAsPromise<M> = M extends (...args: infer Args) => infer Result
  ? (...args: Args) => ResultAsPromise<Result>
  : M extends Effect.Effect<infer A, infer _E, infer _R>
    ? () => Promise<A>
    : M extends object
      ? AsPromises<M>
      : M;

type ResultAsPromise<Result> =
  Result extends Effect.Effect<infer A, infer _E, infer _R>
    ? Promise<A>
    : Result extends Stream.Stream<infer A, infer _E, infer _R>
      ? AsyncIterable<A>
      : Result;

/** Runs an effect like `Effect.runPromise`: a typed failure rejects the promise unchanged. */
export type Runner<R> = <A, E>(effect: Effect.Effect<A, E, R>) => Promise<A>;

/**
 * Turns the effects of a service into promises. A typed failure rejects unchanged, with its `_tag`;
 * a defect rejects too. An effect that is not a method becomes a method without arguments.
 *
 * @example A typed failure is the rejection
 * ```ts
 * import { asPromises, NotFound } from "@paraph/core/values";
 * import { Effect } from "effect";
 * import assert from "node:assert/strict";
 *
 * const service = {
 *   double: (value: number) => Effect.succeed(value * 2),
 *   find: () => Effect.fail(NotFound.of("render")),
 * };
 * const { double, find } = asPromises(service, Effect.runPromise);
 * assert.equal(await double(21), 42);
 * await assert.rejects(find, { _tag: "not_found" });
 * ```
 *
 * @param run Runs the effects: `Effect.runPromise` or the one of a `ManagedRuntime`.
 */
export function asPromises<S extends object, R = never>(service: S, run: Runner<R>): AsPromises<S> {
  const members = Object.entries(service).map(([name, member]) => [
    name,
    memberAsPromise(member, service, run),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no type follows a mapping of entries
  return Object.fromEntries(members) as AsPromises<S>;
}

function memberAsPromise<R>(member: unknown, service: object, run: Runner<R>): unknown {
  // Effects are objects, and some of them functions.
  if (Effect.isEffect(member)) return () => resultAsPromise(member, run);
  if (Predicate.isFunction(member)) {
    return (...args: ReadonlyArray<unknown>) =>
      resultAsPromise(Reflect.apply(member, service, args), run);
  }
  return isPlain(member) ? asPromises(member, run) : member;
}

function resultAsPromise<R>(result: unknown, run: Runner<R>): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- requirements have no runtime value
  if (Effect.isEffect(result)) return run(result as Effect.Effect<unknown, unknown, R>);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  if (Stream.isStream(result)) return iterate(result as Stream.Stream<unknown, unknown, R>, run);
  return result;
}

/** The stream starts when the first value is requested. */
async function* iterate<A, E, R>(
  stream: Stream.Stream<A, E, R>,
  run: Runner<R>,
): AsyncGenerator<A> {
  yield* await run(Stream.toAsyncIterableEffect(stream));
}

function isPlain(value: unknown): value is object {
  return Predicate.isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}
