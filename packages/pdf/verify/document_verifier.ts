import path from "node:path";

import { type DocumentVerification, DocumentVerifier } from "@paraph/core/builtin_provider";
import { DateTime, Effect, Layer } from "effect";

import type { PdfSealerOptions } from "../signing/pdf_sealer.ts";
import { JobThreads, readingThreads } from "../threads/job_threads.ts";
import { NOT_A_PDF, NOT_SEALED } from "./seal_problems.ts";
import { deploymentAnchors } from "./trust_anchors.ts";
import type { FileVerification } from "./verify_file.ts";

const LIMITS = { deadline: "15 seconds" } as const;

/** Verifies files on threads, with the signing certificates of this deployment. */
export const documentVerifier = ({
  dataDir,
  p12Path,
  p12Password,
}: Pick<PdfSealerOptions, "dataDir" | "p12Path" | "p12Password">) =>
  Layer.effect(
    DocumentVerifier,
    Effect.gen(function* () {
      const threads = yield* JobThreads;
      const p12 = p12Path === undefined ? undefined : { path: p12Path, password: p12Password };
      const folder = path.join(dataDir, "signing");
      const readAnchors = Effect.promise(() => deploymentAnchors({ folder, p12 }));
      // Opening a PKCS#12 file is slow. Without one, new certificates are added to the folder.
      const anchors = p12 === undefined ? readAnchors : yield* Effect.cached(readAnchors);
      const verify = Effect.fn("DocumentVerifier.verify")(function* (file: Uint8Array) {
        const policy = yield* anchors;
        const verification = yield* threads
          .run("verify", { file, policy }, LIMITS)
          .pipe(
            Effect.catchTag("job_failed", ({ reason, message }) =>
              Effect.as(
                Effect.logWarning("A file could not be verified", reason, message),
                undefined,
              ),
            ),
          );
        return verification === undefined ? TOO_COMPLEX : resultOf(verification);
      });
      return DocumentVerifier.of({ verify });
    }),
  ).pipe(Layer.provide(readingThreads));

const TOO_COMPLEX: DocumentVerification = { kind: "tooComplex" };

function resultOf(verification: FileVerification): DocumentVerification {
  if (!verification.intact) {
    const [problem] = verification.problems;
    if (problem === NOT_A_PDF) return { kind: "notPdf" };
    return { kind: problem === NOT_SEALED ? "unsigned" : "changed" };
  }
  const { sha256, seal, trust, requestId, audit } = verification;
  if (!trust.trusted) return { kind: "untrusted" };
  const { subject, fingerprint, claimedAt, timeStamp } = seal;
  return {
    kind: "valid",
    sha256,
    signer: { subject, fingerprint },
    signedAt: claimedAt === null ? null : DateTime.fromDateUnsafe(claimedAt),
    timestamp:
      timeStamp === null
        ? null
        : { at: DateTime.fromDateUnsafe(timeStamp.at), authority: timeStamp.authority },
    requestId,
    audit: audit === undefined ? null : { sealedSha256: audit.sealedSha256, head: audit.head },
  };
}
