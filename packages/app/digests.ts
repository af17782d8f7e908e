import * as NodeCrypto from "@effect/platform-node/NodeCrypto";
import { Context, Effect, Layer } from "effect";
import { Digest } from "effect/crypto";

/** Below this size in bytes, passing data to a thread takes longer than hashing it. */
const THREAD_THRESHOLD = 64 * 1024;

/** Hashes small data, such as keys, synchronously, and large data, such as documents, on another thread. */
export const digests: Layer.Layer<Digest.Digest> = Layer.effect(
  Digest.Digest,
  Effect.gen(function* () {
    const synchronous = Context.get(yield* Layer.build(NodeCrypto.layerDigest), Digest.Digest);
    const threaded = Context.get(yield* Layer.build(Digest.layerWebCrypto), Digest.Digest);
    const implementationFor = ({ length }: Uint8Array) =>
      length < THREAD_THRESHOLD ? synchronous : threaded;
    return Digest.Digest.of({
      digest: (algorithm, data) => implementationFor(data).digest(algorithm, data),
      digestHex: (algorithm, data) => implementationFor(data).digestHex(algorithm, data),
    });
  }),
);
