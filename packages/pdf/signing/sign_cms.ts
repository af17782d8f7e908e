import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";

import * as asn1js from "asn1js";

import { childrenOf, lengthOf } from "../verify/cms_frame.ts";
import type { Signer } from "./signing_certificate/signing_certificate.ts";

/** Returns the RFC 3161 time-stamp token of a SHA-256 digest. */
export type StampTime = (digest: Uint8Array) => Promise<Uint8Array>;

const DATA = "1.2.840.113549.1.7.1";
const SIGNED_DATA = "1.2.840.113549.1.7.2";
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47";
const TIME_STAMP_TOKEN = "1.2.840.113549.1.9.16.2.14";
const SHA_256 = "2.16.840.1.101.3.4.2.1";
const SHA_256_WITH_RSA = "1.2.840.113549.1.1.11";
const SHA_256_WITH_ECDSA = "1.2.840.10045.4.3.2";

const VERSION_1 = Buffer.from("020101", "hex");
const DIGEST_ALGORITHM = sequence(oid(SHA_256));

/**
 * Signs content in detached CMS form, as PAdES baseline signatures require it (EN 319 142-1): content
 * type, message digest and signing certificate are signed, and there is no signing-time attribute,
 * because the PDF states the time. With `stampTime`, the signature carries a time stamp (B-T).
 *
 * @param content The signed bytes, in parts.
 * @returns The DER encoding of the CMS.
 */
export async function signCms(
  content: ReadonlyArray<Uint8Array>,
  { privateKey, certificate, chain }: Signer,
  stampTime: StampTime | undefined,
): Promise<Uint8Array> {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: "der", type: "pkcs8" });
  const attributes = signedAttributes(digestOf(content), certificate);
  const signature = sign("sha256", set(...attributes), key);
  const stamp = stampTime === undefined ? undefined : await stampTime(digestOf([signature]));
  const signerInfo = sequence(
    VERSION_1,
    issuerAndSerialNumber(certificate),
    DIGEST_ALGORITHM,
    contextTag(0, ...attributes),
    signatureAlgorithm(key),
    octets(signature),
    ...(stamp === undefined ? [] : [contextTag(1, attribute(TIME_STAMP_TOKEN, stamp))]),
  );
  const signedData = sequence(
    VERSION_1,
    set(DIGEST_ALGORITHM),
    sequence(oid(DATA)),
    contextTag(0, certificate, ...chain),
    set(signerInfo),
  );
  return sequence(oid(SIGNED_DATA), contextTag(0, signedData));
}

/** DER sorts the members of a set by their encoding. */
function signedAttributes(digest: Uint8Array, certificate: Uint8Array): ReadonlyArray<Uint8Array> {
  const certificateId = sequence(octets(digestOf([certificate])));
  return [
    attribute(CONTENT_TYPE, oid(DATA)),
    attribute(MESSAGE_DIGEST, octets(digest)),
    attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(certificateId))),
  ].toSorted((left, right) => Buffer.compare(left, right));
}

function issuerAndSerialNumber(certificate: Uint8Array): Uint8Array {
  const { result } = asn1js.fromBER(new Uint8Array(certificate));
  const fields = childrenOf(childrenOf(result)[0]);
  // The version, if there is one, precedes the serial number.
  const serialIndex = fields[0]?.idBlock.tagClass === CONTEXT ? 1 : 0;
  const [serial, , issuer] = fields.slice(serialIndex, serialIndex + 3);
  if (serial === undefined || issuer === undefined)
    throw new TypeError("The signing certificate has no issuer");
  return sequence(issuer.valueBeforeDecodeView, serial.valueBeforeDecodeView);
}

const CONTEXT = 3;

function signatureAlgorithm(key: KeyObject): Uint8Array {
  return key.asymmetricKeyType === "rsa"
    ? sequence(oid(SHA_256_WITH_RSA), der(0x05))
    : sequence(oid(SHA_256_WITH_ECDSA));
}

function attribute(type: string, value: Uint8Array): Uint8Array {
  return sequence(oid(type), set(value));
}

function digestOf(parts: ReadonlyArray<Uint8Array>): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function oid(value: string): Uint8Array {
  return new Uint8Array(new asn1js.ObjectIdentifier({ value }).toBER(false));
}

function octets(bytes: Uint8Array): Uint8Array {
  return der(0x04, bytes);
}

function sequence(...parts: ReadonlyArray<Uint8Array>): Uint8Array {
  return der(0x30, ...parts);
}

function set(...parts: ReadonlyArray<Uint8Array>): Uint8Array {
  return der(0x31, ...parts);
}

function contextTag(number: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array {
  return der(0xa0 + number, ...parts);
}

/** Our own encoder, because certificates must stay unchanged, byte by byte. */
function der(tag: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), Buffer.from(lengthOf(content.length), "hex"), content]);
}
