import { randomFillSync } from "node:crypto";

import { Layer } from "effect";
import { SecureRandom } from "effect/crypto";

/** Bytes from the system at a time, enough for about 250 ids: asking for them takes longer than making an id. */
const RESERVE = 4096;

/** Random bytes for ids and secrets. No byte is returned twice, or stays in memory here. */
export const secureRandom: Layer.Layer<SecureRandom.SecureRandom> = Layer.sync(
  SecureRandom.SecureRandom,
  () => {
    const reserve = Buffer.alloc(RESERVE);
    let used = RESERVE;
    return SecureRandom.make((size) => {
      if (size > RESERVE) return randomFillSync(new Uint8Array(size));
      if (used + size > RESERVE) {
        randomFillSync(reserve);
        used = 0;
      }
      const bytes = Uint8Array.from(reserve.subarray(used, used + size));
      reserve.fill(0, used, used + size);
      used += size;
      return bytes;
    });
  },
);
