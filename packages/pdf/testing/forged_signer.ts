import { createHash, KeyObject, X509Certificate } from "node:crypto";

import { issueCertificate, type Name } from "../signing/signing_certificate/issue_certificate.ts";
import { pkcs8, type Signer } from "../signing/signing_certificate/signing_certificate.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY = 86_400_000;

type Keys = Awaited<ReturnType<typeof newKeys>>;

/** A certificate with its keys and its subject. */
interface IssuedCertificate {
  readonly keys: Keys;
  readonly name: Name;
  readonly certificate: Uint8Array;
}

/** A signer with other keys but the same names, including the root. */
export async function forgedSigner(genuine: Signer): Promise<Signer> {
  const [root = genuine.certificate] = genuine.chain;
  const authority = await issue("root", nameIn(root), undefined);
  const sealer = await issue("seal", nameIn(genuine.certificate), authority);
  return signerOf(sealer, [authority]);
}

/** A signer with a chain of these kinds, the root first; `ends` is when the signing certificate expires. */
export async function chainedSigner(
  kinds: ReadonlyArray<"root" | "seal">,
  ends?: Date,
): Promise<Signer> {
  const chain: Array<IssuedCertificate> = [];
  for (const [index, kind] of kinds.entries()) {
    const name = { organization: "Example", commonName: `Example ${index}` };
    const isLast = index === kinds.length - 1;
    chain.unshift(await issue(kind, name, chain[0], isLast ? ends : undefined));
  }
  const [sealer, ...authorities] = chain;
  if (sealer === undefined) throw new Error("A chain has a certificate");
  return signerOf(sealer, authorities);
}

/** The SHA-256 of a certificate, in hex. */
export function fingerprintOf(certificate: Uint8Array): string {
  return createHash("sha256").update(certificate).digest("hex");
}

async function issue(
  kind: "root" | "seal",
  name: Name,
  issuer: IssuedCertificate | undefined,
  ends = new Date(Date.now() + 3650 * DAY),
): Promise<IssuedCertificate> {
  const keys = await newKeys();
  const certificate = await issueCertificate({
    subject: name,
    publicKey: keys.publicKey,
    kind,
    issuer: { name: issuer?.name ?? name, ...(issuer?.keys ?? keys) },
    from: new Date(Date.UTC(2026, 0, 1)),
    to: ends,
  });
  return { keys, name, certificate };
}

function newKeys() {
  return crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

function signerOf(
  { keys, certificate }: IssuedCertificate,
  authorities: ReadonlyArray<IssuedCertificate>,
): Signer {
  return {
    privateKey: pkcs8(KeyObject.from(keys.privateKey)),
    certificate,
    chain: authorities.map((authority) => authority.certificate),
    selfSigned: true,
  };
}

function nameIn(certificate: Uint8Array): Name {
  const lines = new X509Certificate(certificate).subject.split("\n");
  const part = (type: string) =>
    lines.find((line) => line.startsWith(`${type}=`))?.slice(type.length + 1) ?? "";
  return { organization: part("O"), commonName: part("CN") };
}
