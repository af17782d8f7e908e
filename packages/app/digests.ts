import { NodeCrypto } from "@effect/platform-node";
import { Context, Effect, Layer } from "effect";
import { Digest } from "effect/crypto";

/** Below so many bytes, handing them to a thread takes longer than digesting them. */
const SMALL = 64 * 1024;

/** Digests what is small, such as keys, at once, and what is large, such as documents, beside everything else. */
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
