import { NodeCrypto } from "@effect/platform-node";
import { Context, Effect, Layer } from "effect";
import { Digest } from "effect/crypto";

/** Below this size in bytes, passing data to a thread takes longer than hashing it. */
const SMALL = 64 * 1024;

/** Hashes small data, such as keys, synchronously, and large data, such as documents, on another thread. */
export const digests: Layer.Layer<Digest.Digest> = Layer.effect(
  Digest.Digest,
  Effect.gen(function* () {
    const atOnce = Context.get(yield* Layer.build(NodeCrypto.layerDigest), Digest.Digest);
    const beside = Context.get(yield* Layer.build(Digest.layerWebCrypto), Digest.Digest);
    const fit = ({ length }: Uint8Array) => (length < SMALL ? atOnce : beside);
    return Digest.Digest.of({
      digest: (algorithm, data) => fit(data).digest(algorithm, data),
      digestHex: (algorithm, data) => fit(data).digestHex(algorithm, data),
    });
  }),
);
