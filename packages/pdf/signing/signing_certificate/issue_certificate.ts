import { createHash, randomBytes } from "node:crypto";

import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

/** The type of Web Crypto's keys, independent of DOM types. */
export type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The contents of a certificate. */
export interface CertificateRequest {
  readonly subject: Name;
  readonly publicKey: WebKey;
  /** The issuer; of a root, its subject. */
  readonly issuer: { readonly name: Name; readonly publicKey: WebKey; readonly privateKey: WebKey };
  readonly from: Date;
  readonly to: Date;
  /** A root issues certificates, the others sign documents or time stamps. */
  readonly kind: "root" | "seal" | "times";
}

/** A distinguished name of an organization and a common name. */
export interface Name {
  readonly organization: string;
  readonly commonName: string;
}

const ORGANIZATION = "2.5.4.10";
const COMMON_NAME = "2.5.4.3";
const SUBJECT_KEY = "2.5.29.14";
const KEY_USAGE = "2.5.29.15";
const BASIC_CONSTRAINTS = "2.5.29.19";
const AUTHORITY_KEY = "2.5.29.35";
const EXTENDED_KEY_USAGE = "2.5.29.37";
// NSS requires the purpose of email protection for document signing.
const DOCUMENT_SIGNING = "1.3.6.1.5.5.7.3.36";
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";
const EMAIL_PROTECTION = "1.3.6.1.5.5.7.3.4";

const engine = new pkijs.CryptoEngine({ name: "node", crypto });

/** Issues a certificate, in DER. */
export async function issueCertificate(request: CertificateRequest): Promise<Uint8Array> {
  const { subject, publicKey, issuer, from, to, kind } = request;
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ valueHex: serialNumber() });
  certificate.subject = distinguishedName(subject);
  certificate.issuer = distinguishedName(issuer.name);
  certificate.notBefore.value = from;
  certificate.notAfter.value = to;
  certificate.extensions = [
    extension(BASIC_CONSTRAINTS, constraints(kind).toSchema(), true),
    extension(KEY_USAGE, keyUsage(kind), true),
    extension(SUBJECT_KEY, new asn1js.OctetString({ valueHex: await keyId(publicKey) })),
    extension(AUTHORITY_KEY, await authorityKey(issuer.publicKey)),
    ...purposesOf(kind),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey, engine);
  await certificate.sign(issuer.privateKey, "SHA-256", engine);
  return new Uint8Array(certificate.toSchema(true).toBER(false));
}

/** Positive and without a leading zero byte, so that DER does not change its length. */
function serialNumber(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.buffer;
}

/** One part for each attribute: pkijs would write a single part with several values. */
function distinguishedName({ organization, commonName }: Name) {
  const parts = [
    [ORGANIZATION, organization],
    [COMMON_NAME, commonName],
  ].map(([type = "", value = ""]) => {
    const pair = [new asn1js.ObjectIdentifier({ value: type }), new asn1js.Utf8String({ value })];
    return new asn1js.Set({ value: [new asn1js.Sequence({ value: pair })] });
  });
  const der = new asn1js.Sequence({ value: parts }).toBER(false);
  return pkijs.RelativeDistinguishedNames.fromBER(der);
}

function extension(extnID: string, value: asn1js.AsnType, critical = false): pkijs.Extension {
  return new pkijs.Extension({ extnID, critical, extnValue: value.toBER(false) });
}

function constraints(kind: CertificateRequest["kind"]): pkijs.BasicConstraints {
  return new pkijs.BasicConstraints(kind === "root" ? { cA: true, pathLenConstraint: 0 } : {});
}

/** A root signs certificates and CRLs; other keys sign data, with non-repudiation. */
function keyUsage(kind: CertificateRequest["kind"]): asn1js.BitString {
  const [bits, unusedBits] = kind === "root" ? [0x06, 1] : [0xc0, 6];
  return new asn1js.BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits });
}

function purposesOf(kind: CertificateRequest["kind"]): ReadonlyArray<pkijs.Extension> {
  if (kind === "root") return [];
  const keyPurposes = kind === "seal" ? [DOCUMENT_SIGNING, EMAIL_PROTECTION] : [TIME_STAMPING];
  const purposes = new pkijs.ExtKeyUsage({ keyPurposes });
  return [extension(EXTENDED_KEY_USAGE, purposes.toSchema(), kind === "times")];
}

async function authorityKey(key: WebKey) {
  const valueHex = await keyId(key);
  return new pkijs.AuthorityKeyIdentifier({
    keyIdentifier: new asn1js.OctetString({ valueHex }),
  }).toSchema();
}

async function keyId(key: WebKey): Promise<ArrayBuffer> {
  const spki = Buffer.from(await crypto.subtle.exportKey("spki", key));
  // Only has to be unique.
  return new Uint8Array(createHash("sha256").update(spki).digest().subarray(0, 20)).buffer;
}
