import { latestGeneration, readRoot } from "../signing/signing_certificate/certificate_folder.ts";
import { type P12File, openP12File } from "../signing/signing_certificate/p12_file.ts";

/** Trusted certificates: signing certificates, or authorities that issue them. */
export interface TrustAnchors {
  /** In DER. */
  readonly certificates: ReadonlyArray<Uint8Array>;
  /** The SHA-256 of certificates in the seal, in lower-case hex. */
  readonly fingerprints: ReadonlyArray<string>;
}

/** The signing certificates of a deployment. */
export interface DeploymentCertificates {
  /** The folder of the certificates that Paraph created. */
  readonly folder: string;
  /** The PKCS#12 file that is used instead, if any. */
  readonly p12: P12File | undefined;
}

/**
 * Returns the trust anchors of a deployment: the roots that Paraph created, including earlier ones, and the
 * certificate in its PKCS#12 file. Authorities in that file are not trusted, because they also issue
 * certificates to others. Fails with `SigningCertificateUnavailable` when the file cannot be opened.
 */
export async function deploymentAnchors({
  folder,
  p12,
}: DeploymentCertificates): Promise<TrustAnchors> {
  const generations = await latestGeneration(folder);
  const roots = await Promise.all(
    Array.from({ length: generations }, (_, index) => readRoot(folder, index + 1)),
  );
  const fromFile = p12 === undefined ? undefined : await openP12File(p12);
  return {
    certificates: [
      ...roots.filter((root) => root !== undefined),
      ...(fromFile === undefined ? [] : [fromFile.certificate]),
    ],
    fingerprints: [],
  };
}
