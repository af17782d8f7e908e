import { Effect } from "effect";
import { Digest } from "effect/crypto";

import { exceedsUnpackLimit, startUnpacking } from "../read/unpacking.ts";
import { type FileVerification, type VerificationPolicy, verifyFile } from "./verify_file.ts";

/** A file to verify, and the certificates to trust. */
export interface VerifyJob {
  readonly file: Uint8Array;
  readonly policy: VerificationPolicy;
}

/** Verifies a file from anyone, on a thread. Fails if its contents unpack to too much. */
export async function verifyUpload({ file, policy }: VerifyJob): Promise<FileVerification> {
  startUnpacking();
  const verification = await Effect.runPromise(
    // The entry point of a job, which runs alone on its thread.
    // @effect-diagnostics-next-line strictEffectProvide:off
    verifyFile(file, policy).pipe(Effect.provide(Digest.layerWebCrypto)),
  );
  if (exceedsUnpackLimit()) throw new Error("The file unpacks to too much");
  return verification;
}
