import { createHash, randomBytes, X509Certificate } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";

import { Data, DateTime, Effect, Redacted } from "effect";

import { requestTimeStamp, TimeStampFailed } from "./signing/request_time_stamp.ts";
import {
  latestGeneration,
  readGeneration,
} from "./signing/signing_certificate/certificate_folder.ts";
import { readP12 } from "./signing/signing_certificate/p12_file.ts";
import { SigningCertificateUnavailable } from "./signing/signing_certificate/signing_certificate.ts";
import { nameOf } from "./verify/distinguished_name.ts";

/** The location of the signing certificate. */
export interface SealingPlace {
  readonly dataDir: string;
  readonly p12Path: string | undefined;
  readonly p12Password: Redacted.Redacted | undefined;
}

/** The signing certificate of a deployment. */
export interface SealingCertificate {
  readonly subject: string;
  readonly validUntil: Date;
  /** Whether Paraph created it and renews it. */
  readonly isOwn: boolean;
}

/** Returns the signing certificate, undefined if Paraph has not created it yet. */
export const sealingCertificate = Effect.fnUntraced(function* ({
  dataDir,
  p12Path,
  p12Password,
}: SealingPlace) {
  const now = DateTime.toDateUtc(yield* DateTime.now);
  const folder = path.join(dataDir, "signing");
  return yield* Effect.tryPromise({
    try: async (): Promise<SealingCertificate | undefined> => {
      if (p12Path !== undefined) {
        const { certificate } = await readP12({ path: p12Path, password: p12Password }, now);
        return describeCertificate(new X509Certificate(certificate), false);
      }
      const generation = fs.existsSync(folder) ? await latestGeneration(folder) : 0;
      if (generation === 0) return undefined;
      const { seal } = await readGeneration(folder, generation);
      return describeCertificate(new X509Certificate(seal.certificate), true);
    },
    catch: (error) =>
      error instanceof SigningCertificateUnavailable
        ? error
        : new SigningCertificateUnavailable({
            message: `The signing certificate in ${folder} cannot be read`,
          }),
  });
});

function describeCertificate(
  { subject, validToDate }: X509Certificate,
  isOwn: boolean,
): SealingCertificate {
  return { subject: nameOf(subject), validUntil: validToDate, isOwn };
}

/** A time-stamping authority returned no valid time stamp. */
export class NoTimeStamp extends Data.TaggedError("no_time_stamp")<{ readonly message: string }> {}

/** Requests a time stamp of a random digest. */
export function probeTimeStamping(tsaUrl: Redacted.Redacted): Effect.Effect<void, NoTimeStamp> {
  return Effect.tryPromise({
    try: async () => {
      const digest = createHash("sha256").update(randomBytes(32)).digest();
      await requestTimeStamp(Redacted.value(tsaUrl), new Uint8Array(digest));
    },
    catch: (error) =>
      new NoTimeStamp({
        message: error instanceof TimeStampFailed ? error.message : "The response cannot be read",
      }),
  });
}
