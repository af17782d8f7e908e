import { X509Certificate } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";

import { DateTime, Effect, type Redacted } from "effect";

import { givenIdentity } from "../identity/given_identity.ts";
import { generationOf, readIdentity } from "../identity/identity_folder.ts";
import { NoSealingIdentity } from "../identity/sealing_identity.ts";
import { nameOf } from "../verify/certificate_name.ts";

/** Where the identity is that documents are sealed with. */
export interface SealingPlace {
  readonly dataDir: string;
  readonly p12Path: string | undefined;
  readonly p12Password: Redacted.Redacted | undefined;
}

/** The certificate that documents are sealed with. */
export interface SealingCertificate {
  readonly subject: string;
  readonly validUntil: Date;
  /** Whether it is one of our own making, which is renewed by itself. */
  readonly isOwn: boolean;
}

/** The certificate that documents are sealed with; undefined when it is still to be made. */
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
        const { certificate } = await givenIdentity({ path: p12Path, password: p12Password }, now);
        return described(new X509Certificate(certificate), false);
      }
      const generation = fs.existsSync(folder) ? await generationOf(folder) : 0;
      if (generation === 0) return undefined;
      const { seal } = await readIdentity(folder, generation);
      return described(new X509Certificate(seal.certificate), true);
    },
    catch: (error) =>
      error instanceof NoSealingIdentity
        ? error
        : new NoSealingIdentity({ message: `The identity in ${folder} cannot be read` }),
  });
});

function described({ subject, validToDate }: X509Certificate, isOwn: boolean): SealingCertificate {
  return { subject: nameOf(subject), validUntil: validToDate, isOwn };
}
