import { openIdentity, type GivenFile } from "../identity/given_identity.ts";
import { generationOf, readRoot } from "../identity/identity_folder.ts";
import type { TrustAnchors } from "./trust.ts";

/** Where a deployment has its signing identity. */
export interface DeploymentIdentity {
  /** The folder of the identities that it made for itself. */
  readonly folder: string;
  /** The PKCS#12 file that it seals with instead, if any. */
  readonly p12: GivenFile | undefined;
}

/**
 * The certificates that a deployment seals with: the roots that it made, renewed ones too, and the
 * certificate in its PKCS#12 file. Authorities in that file are not trusted, because they issue
 * certificates to others as well. Fails with `NoSealingIdentity` when the file cannot be opened.
 */
export async function deploymentAnchors({
  folder,
  p12,
}: DeploymentIdentity): Promise<TrustAnchors> {
  const generations = await generationOf(folder);
  const roots = await Promise.all(
    Array.from({ length: generations }, (_, at) => readRoot(folder, at + 1)),
  );
  const given = p12 === undefined ? undefined : await openIdentity(p12);
  return {
    certificates: [
      ...roots.filter((root) => root !== undefined),
      ...(given === undefined ? [] : [given.certificate]),
    ],
    fingerprints: [],
  };
}
