import { KeyObject, randomBytes, X509Certificate } from "node:crypto";

import { issueCertificate, type Name, type WebKey } from "./issue_certificate.ts";

/** A private key and its certificate, as PEM. */
export interface KeyPair {
  readonly privateKey: string;
  readonly certificate: string;
}

/** A signing certificate that Paraph created, and the root that issued it. */
export interface GeneratedCertificates {
  readonly root: KeyPair;
  readonly seal: KeyPair;
}

const DAY = 86_400_000;
/** Tolerates other machines whose clocks are behind. */
const CLOCK_TOLERANCE = 60_000;
const ROOT_DAYS = 3650;
const SEAL_DAYS = 1095;

// RSA signatures are deterministic: signing the same document again gives the same bytes.
const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: "SHA-256",
};

/** Creates a signing certificate that is valid from now on, issued by a root or by a new one. */
export async function generateCertificates(
  now: Date,
  root?: KeyPair,
): Promise<GeneratedCertificates> {
  const above = root ?? (await generateRoot(now));
  const certificate = new X509Certificate(above.certificate);
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const end = Math.min(now.getTime() + SEAL_DAYS * DAY, certificate.validToDate.getTime());
  const seal = await issueCertificate({
    subject: { organization: ORGANIZATION, commonName: "Paraph Document Seal" },
    publicKey: keys.publicKey,
    issuer: {
      name: nameOfRoot(certificate),
      publicKey: await publicKeyOf(certificate),
      privateKey: await privateKeyOf(above),
    },
    from: new Date(now.getTime() - CLOCK_TOLERANCE),
    to: new Date(end),
    kind: "seal",
  });
  return { root: above, seal: pairOf(keys.privateKey, seal) };
}

const ORGANIZATION = "Paraph";

async function generateRoot(now: Date): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  // A unique name, so that PDF readers can trust the roots of several deployments.
  const name = {
    organization: ORGANIZATION,
    commonName: `Paraph Local Root ${randomBytes(4).toString("hex")}`,
  };
  const certificate = await issueCertificate({
    subject: name,
    publicKey: keys.publicKey,
    issuer: { name, ...keys },
    from: new Date(now.getTime() - CLOCK_TOLERANCE),
    to: new Date(now.getTime() + ROOT_DAYS * DAY),
    kind: "root",
  });
  return pairOf(keys.privateKey, certificate);
}

function nameOfRoot({ subject }: X509Certificate): Name {
  const part = (type: string) =>
    subject
      .split("\n")
      .find((line) => line.startsWith(`${type}=`))
      ?.slice(type.length + 1) ?? "";
  return { organization: part("O"), commonName: part("CN") };
}

function publicKeyOf({ publicKey }: X509Certificate): Promise<WebKey> {
  const spki = publicKey.export({ format: "der", type: "spki" });
  return crypto.subtle.importKey("spki", spki, ALGORITHM, true, ["verify"]);
}

function privateKeyOf({ privateKey }: KeyPair): Promise<WebKey> {
  const pkcs8 = Buffer.from(privateKey.replace(/-----[^-]+-----/g, ""), "base64");
  return crypto.subtle.importKey("pkcs8", pkcs8, ALGORITHM, false, ["sign"]);
}

function pairOf(privateKey: WebKey, certificate: Uint8Array): KeyPair {
  return {
    privateKey: KeyObject.from(privateKey).export({ format: "pem", type: "pkcs8" }).toString(),
    certificate: new X509Certificate(certificate).toString(),
  };
}
