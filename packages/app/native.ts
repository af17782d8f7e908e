import { type Effect, Predicate, Stream } from "effect";

/**
 * The result of a method for a program without Effect: a document's stream of bytes becomes a web
 * stream, which `new Response(bytes)`, `Readable.fromWeb(bytes)` and `for await` accept. Other
 * fields stay the same.
 */
export type Native<A> = A extends { readonly bytes: Stream.Stream<infer Chunk, infer _E, infer _R> }
  ? Omit<A, "bytes"> & { readonly bytes: ReadableStream<Chunk> }
  : A;

/** A service whose results are {@linkcode Native}. */
export type NativeService<S> = {
  readonly [Member in keyof S]: S[Member] extends (
    ...args: infer Args
  ) => Effect.Effect<infer A, infer E, infer R>
    ? (...args: Args) => Effect.Effect<Native<A>, E, R>
    : S[Member] extends Effect.Effect<infer A, infer E, infer R>
      ? Effect.Effect<Native<A>, E, R>
      : S[Member];
};

/**
 * Converts a result to {@linkcode Native}. The stream reads nothing before the consumer reads.
 *
 * @param signal Aborts when Paraph closes, which ends open streams.
 */
export function native(result: unknown, signal: AbortSignal): unknown {
  if (!Predicate.isObject(result) || !("bytes" in result)) return result;
  const { bytes, ...rest } = result;
  if (!Stream.isStream(bytes)) return result;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- services provide everything that their streams require
  const stream = bytes as Stream.Stream<Uint8Array>;
  const options = { strategy: { highWaterMark: 0 }, signal };
  return { ...rest, bytes: Stream.toReadableStream(stream, options) };
}
