import path from "node:path";

import { readSettings } from "@paraph/app/settings";
import {
  deploymentAnchors,
  readCertificates,
  type TrustAnchors,
  type VerificationPolicy,
} from "@paraph/pdf/verify";
import { Data, Effect, FileSystem } from "effect";

import { WrongUsage } from "../../terminal/failure.ts";

/** The flags that name trusted certificates. */
export interface TrustFlags {
  /** Files of certificates. */
  readonly roots: ReadonlyArray<string>;
  readonly fingerprints: ReadonlyArray<string>;
  readonly untrusted: boolean;
}

/** The deployment's signing certificate cannot be read. */
class UnreadableIdentity extends Data.TaggedError("unreadable_identity")<{
  readonly message: string;
}> {}

/**
 * Returns the trusted certificates: those of the flags, or else the deployment's own. `nothing` says why
 * there are none.
 */
export const trustPolicy = Effect.fnUntraced(function* ({
  roots,
  fingerprints,
  untrusted,
}: TrustFlags) {
  if (roots.length === 0 && fingerprints.length === 0) {
    const { anchors, folder } = yield* ownAnchors;
    const policy: VerificationPolicy = { ...anchors, untrusted };
    const nothing =
      anchors.certificates.length > 0
        ? undefined
        : `There is no trusted certificate: ${folder} has none, and SIGNING_P12_PATH, --root and --certificate are not set`;
    return { policy, nothing };
  }
  const policy: VerificationPolicy = {
    certificates: (yield* Effect.forEach(roots, certificatesIn)).flat(),
    fingerprints: fingerprints.map((text) => text.replaceAll(":", "").toLowerCase()),
    untrusted,
  };
  return { policy, nothing: undefined };
});

const certificatesIn = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const certificates = readCertificates(yield* fs.readFile(file));
  if (certificates !== undefined) return certificates;
  return yield* new WrongUsage({
    message: `--root ${file} has no certificate; allowed: a file with certificates in PEM, or one in DER`,
  });
});

const ownAnchors = Effect.gen(function* () {
  const { dataDir, signingP12Path, signingP12Password } = yield* readSettings;
  const folder = path.join(dataDir, "signing");
  const p12 =
    signingP12Path === undefined
      ? undefined
      : { path: signingP12Path, password: signingP12Password };
  const anchors: TrustAnchors = yield* Effect.tryPromise({
    try: () => deploymentAnchors({ folder, p12 }),
    catch: (cause) =>
      new UnreadableIdentity({
        message: cause instanceof Error ? cause.message : `${folder} cannot be read`,
      }),
  });
  return { anchors, folder };
});
