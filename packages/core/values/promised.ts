import { Effect, Predicate, Stream } from "effect";

/**
 * A service as programs without Effect use it: what gave an effect gives a promise, what gave a stream
 * an async iterable, services within it likewise; everything else is what it was.
 *
 * Methods with type parameters of their own lose them.
 */
export type Promised<S> = {
  readonly [Member in keyof S]: PromisedMember<S[Member]>;
};

type PromisedMember<M> = M extends (...args: infer Args) => infer Answer
  ? (...args: Args) => PromisedAnswer<Answer>
  : M extends Effect.Effect<infer A, infer _E, infer _R>
    ? () => Promise<A>
    : M extends object
      ? Promised<M>
      : M;

type PromisedAnswer<Answer> =
  Answer extends Effect.Effect<infer A, infer _E, infer _R>
    ? Promise<A>
    : Answer extends Stream.Stream<infer A, infer _E, infer _R>
      ? AsyncIterable<A>
      : Answer;

/** Runs an effect as `Effect.runPromise` and `ManagedRuntime.runPromise` do: rejects with the failure itself. */
export type Runner<R> = <A, E>(effect: Effect.Effect<A, E, R>) => Promise<A>;

/**
 * Gives every method of a service as a promise. A typed failure rejects as it is, to be told by its
 * `_tag`; a defect rejects too. An effect that is no method becomes a method without arguments.
 *
 * @example A failure is what is caught
 * ```ts
 * import { NotFound, promised } from "./mod.ts";
 * import { Effect } from "effect";
 * import assert from "node:assert/strict";
 *
 * const service = {
 *   double: (value: number) => Effect.succeed(value * 2),
 *   find: () => Effect.fail(NotFound.of("render")),
 * };
 * const { double, find } = promised(service, Effect.runPromise);
 * assert.equal(await double(21), 42);
 * await assert.rejects(find, { _tag: "not_found" });
 * ```
 *
 * @param run What runs the effects, such as `Effect.runPromise` or that of a `ManagedRuntime`.
 */
export function promised<S extends object, R = never>(service: S, run: Runner<R>): Promised<S> {
  const members = Object.entries(service).map(([name, member]) => [
    name,
    promisedMember(member, service, run),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no type follows a mapping of entries
  return Object.fromEntries(members) as Promised<S>;
}

function promisedMember<R>(member: unknown, service: object, run: Runner<R>): unknown {
  // Effects are objects, and some of them functions.
  if (Effect.isEffect(member)) return () => promisedAnswer(member, run);
  if (Predicate.isFunction(member)) {
    return (...args: ReadonlyArray<unknown>) =>
      promisedAnswer(Reflect.apply(member, service, args), run);
  }
  return isPlain(member) ? promised(member, run) : member;
}

function promisedAnswer<R>(answer: unknown, run: Runner<R>): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no value shows what it requires
  if (Effect.isEffect(answer)) return run(answer as Effect.Effect<unknown, unknown, R>);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  if (Stream.isStream(answer)) return iterated(answer as Stream.Stream<unknown, unknown, R>, run);
  return answer;
}

/** Nothing of a stream runs before somebody asks for what it gives. */
async function* iterated<A, E, R>(
  stream: Stream.Stream<A, E, R>,
  run: Runner<R>,
): AsyncGenerator<A> {
  yield* await run(Stream.toAsyncIterableEffect(stream));
}

function isPlain(value: unknown): value is object {
  return Predicate.isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}
