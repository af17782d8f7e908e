import { X509Certificate } from "node:crypto";

import * as pkijs from "pkijs";

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{1,100000}-----END CERTIFICATE-----/g;

/**
 * Reads the certificates in a file: one or more in PEM, or one in DER. Returns them in DER, `undefined` when
 * the file has no readable certificate.
 */
export function readCertificates(content: Uint8Array): ReadonlyArray<Uint8Array> | undefined {
  const text = Buffer.from(content).toString("latin1");
  const blocks = text.match(PEM) ?? [Buffer.from(content)];
  try {
    return blocks.map((block) => new Uint8Array(new X509Certificate(block).raw));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the other certificates are exactly the chain from the signer to a root. The signature does
 * not cover them, so a certificate outside of the chain could be anything.
 */
export function isChainToRoot(
  signer: X509Certificate,
  certificates: ReadonlyArray<X509Certificate>,
): boolean {
  const remaining = certificates.filter((certificate) => certificate !== signer);
  let current = signer;
  while (remaining.length > 0) {
    const offset = remaining.findIndex((other) => isIssuedBy(current, other));
    const [issuer] = offset === -1 ? [] : remaining.splice(offset, 1);
    if (issuer === undefined) return false;
    current = issuer;
  }
  return !isSelfIssued(current) || isSignedBy(current, current);
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && isSignedBy(certificate, issuer);
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    return false; // The type of the key is unknown.
  }
}

/** By its name, or by the identifier of the issuer's key. */
function isSelfIssued({ subject, issuer, raw }: X509Certificate): boolean {
  if (subject === issuer) return true;
  const { extensions = [] } = pkijs.Certificate.fromBER(new Uint8Array(raw));
  const valueOf = (id: string) => {
    const extension = extensions.find(({ extnID }) => extnID === id);
    return Buffer.from(extension?.extnValue.valueBlock.valueHexView ?? new Uint8Array());
  };
  // An octet string in an octet string: the identifier follows tag and length.
  const own = valueOf(SUBJECT_KEY).subarray(2);
  return own.length > 0 && valueOf(AUTHORITY_KEY).includes(own);
}

const SUBJECT_KEY = "2.5.29.14";
const AUTHORITY_KEY = "2.5.29.35";
