import { Effect } from "effect";

import { sha256Hex } from "./audit_chain.ts";
import type { FinishSigning } from "./ceremony.ts";
import { filledText, type Filling, fillingsOf } from "./filling.ts";
import type { EnvelopeField } from "./signing_envelope.ts";

/** A filling, and the SHA-256 of what was put there, in hex. */
export interface HashedFilling extends Filling {
  readonly sha256: string;
}

/** What a recipient has put into which of their fields, each with its hash as evidence. */
export function hashedFillings(fields: ReadonlyArray<EnvelopeField>, handedIn: FinishSigning) {
  return Effect.forEach(fillingsOf(fields, handedIn), (filling) =>
    Effect.map(sha256Hex(filledText(filling)), (sha256) => ({ ...filling, sha256 })),
  );
}
