import { createPrivateKey, X509Certificate } from "node:crypto";

import { type GeneratedIdentity, generateIdentity } from "./generate_identity.ts";
import {
  generationOf,
  keepIdentity,
  makeFolder,
  publishRoot,
  readIdentity,
} from "./identity_folder.ts";
import { pkcs8, type SealingIdentity } from "./sealing_identity.ts";

const DAY = 86_400_000;
/** How long before its end a certificate is renewed. */
const RENEWED = 30 * DAY;
/** A root that is about to end vouches for nobody new. */
const LEAST_OF_ROOT = 365 * DAY;

/**
 * The identity that a deployment has made for itself, in a folder of its own: the one that is there,
 * a renewed one under the same root when it nears its end, or the first. However many processes ask at
 * once, there is one.
 */
export async function ownIdentity(folder: string, now: Date): Promise<SealingIdentity> {
  await makeFolder(folder);
  const generation = await generationOf(folder);
  const known = generation === 0 ? undefined : await readIdentity(folder, generation);
  if (known !== undefined && lasts(known.seal.certificate, now, RENEWED)) return use(folder, known);
  const root = known?.root;
  const keepsRoot = root !== undefined && lasts(root.certificate, now, LEAST_OF_ROOT);
  const made = await generateIdentity(now, keepsRoot ? root : undefined);
  await keepIdentity(folder, generation + 1, made);
  return use(folder, await readIdentity(folder, generation + 1));
}

/** Whether an identity needs no renewal yet. */
export function lastsAt({ certificate }: SealingIdentity, now: Date): boolean {
  return new X509Certificate(certificate).validToDate.getTime() - now.getTime() > RENEWED;
}

function lasts(certificate: string, now: Date, least: number): boolean {
  return new X509Certificate(certificate).validToDate.getTime() - now.getTime() > least;
}

async function use(folder: string, { root, seal }: GeneratedIdentity): Promise<SealingIdentity> {
  await publishRoot(folder, root.certificate);
  return {
    privateKey: pkcs8(createPrivateKey(seal.privateKey)),
    certificate: new Uint8Array(new X509Certificate(seal.certificate).raw),
    chain: [new Uint8Array(new X509Certificate(root.certificate).raw)],
    selfSigned: true,
  };
}
