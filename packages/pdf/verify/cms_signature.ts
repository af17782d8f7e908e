import { createHash, timingSafeEqual, verify, X509Certificate, constants } from "node:crypto";

import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

import { childrenOf } from "./cms_frame.ts";

/** A CMS signature is invalid or unreadable. */
export class BrokenSignature extends Error {}

/** A valid CMS signature. */
export interface CmsSignature {
  readonly signer: X509Certificate;
  /** All embedded certificates, including that of the signer. */
  readonly certificates: ReadonlyArray<X509Certificate>;
  /** Whether the signature covers the signer's certificate, so that it cannot be replaced. */
  readonly bindsCertificate: boolean;
  /** The signing-time attribute, which PAdES baseline signatures do not have. */
  readonly claimedAt: Date | undefined;
  readonly signature: Uint8Array;
  /** The time-stamp token of the signature, if it has one. */
  readonly timeStampToken: Uint8Array | undefined;
}

/** The safe digests, by object identifier. */
export const DIGESTS: Readonly<Record<string, string>> = {
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNING_TIME = "1.2.840.113549.1.9.5";
const SIGNING_CERTIFICATE = "1.2.840.113549.1.9.16.2.12";
const SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47";
const TIME_STAMP_TOKEN = "1.2.840.113549.1.9.16.2.14";
const RSA_PSS = "1.2.840.113549.1.1.10";

/** Returns the content of an attached CMS signature, such as a time stamp. */
export function signedContent(cms: Uint8Array): Uint8Array {
  const content = readSignedData(cms).encapContentInfo.eContent;
  if (content === undefined) throw new BrokenSignature("A signature has no content");
  return new Uint8Array(content.getValue());
}

/**
 * Verifies a CMS signature of one signer over content, which is given in parts. Throws `BrokenSignature` when
 * it is invalid. Trust in the signer is not checked.
 */
export function verifyCms(cms: Uint8Array, content: ReadonlyArray<Uint8Array>): CmsSignature {
  try {
    return verifySignedData(cms, content);
  } catch (error) {
    if (error instanceof BrokenSignature) throw error;
    // Libraries throw arbitrary errors for invalid input.
    throw new BrokenSignature("A signature cannot be read");
  }
}

function verifySignedData(cms: Uint8Array, content: ReadonlyArray<Uint8Array>): CmsSignature {
  const data = readSignedData(cms);
  const [info, ...others] = data.signerInfos;
  if (info === undefined || others.length > 0)
    throw new BrokenSignature("A signature must have exactly one signer");
  const digest = DIGESTS[info.digestAlgorithm.algorithmId];
  if (digest === undefined) throw new BrokenSignature("A signature uses an unsafe digest");
  const signedAttributes = info.signedAttrs;
  if (signedAttributes === undefined) throw new BrokenSignature("A signature has no attributes");
  const hash = createHash(digest);
  for (const part of content) hash.update(part);
  if (!areEqual(octets(attribute(signedAttributes, MESSAGE_DIGEST)), hash.digest()))
    throw new BrokenSignature("The sealed content was changed");
  const signature = new Uint8Array(info.signature.valueBlock.valueHexView);
  const certificates = readCertificates(cms);
  const attributes = new Uint8Array(signedAttributes.encodedValue);
  const signer = certificates.find((certificate) => {
    const key =
      info.signatureAlgorithm.algorithmId === RSA_PSS
        ? {
            key: certificate.publicKey,
            padding: constants.RSA_PKCS1_PSS_PADDING,
            saltLength: constants.RSA_PSS_SALTLEN_AUTO,
          }
        : certificate.publicKey;
    try {
      return verify(digest, attributes, key, signature);
    } catch {
      return false; // The key of another certificate, which may be of any type.
    }
  });
  if (signer === undefined) throw new BrokenSignature("A signature does not match its certificate");
  const stamp = info.unsignedAttrs?.attributes.find(({ type }) => type === TIME_STAMP_TOKEN);
  return {
    signer,
    certificates,
    bindsCertificate:
      bindsCertificate(attribute(signedAttributes, SIGNING_CERTIFICATE_V2), "sha256", signer) ||
      // Time-stamping authorities still use this attribute.
      bindsCertificate(attribute(signedAttributes, SIGNING_CERTIFICATE), "sha1", signer),
    claimedAt: timeOf(attribute(signedAttributes, SIGNING_TIME)),
    signature,
    timeStampToken: stamp === undefined ? undefined : encode(stamp.values[0]),
  };
}

function readSignedData(cms: Uint8Array): pkijs.SignedData {
  const { content } = pkijs.ContentInfo.fromBER(new Uint8Array(cms));
  return new pkijs.SignedData({ schema: content });
}

/** Byte by byte, because encoding them again could change the fingerprint. */
function readCertificates(cms: Uint8Array): ReadonlyArray<X509Certificate> {
  const { result } = asn1js.fromBER(new Uint8Array(cms));
  const signedData = childrenOf(childrenOf(childrenOf(result)[1])[0]);
  const set = signedData.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  return childrenOf(set).map(
    (block) => new X509Certificate(Buffer.from(block.valueBeforeDecodeView)),
  );
}

/** pkijs leaves the values of attributes untyped. */
function attribute(attributes: pkijs.SignedAndUnsignedAttributes, type: string): unknown {
  const matches = attributes.attributes.filter((candidate) => candidate.type === type);
  const values: ReadonlyArray<unknown> = matches[0]?.values ?? [];
  return matches.length === 1 && values.length === 1 ? values[0] : undefined;
}

function octets(value: unknown): Uint8Array {
  return value instanceof asn1js.OctetString
    ? new Uint8Array(value.valueBlock.valueHexView)
    : new Uint8Array();
}

function timeOf(value: unknown): Date | undefined {
  return value instanceof asn1js.UTCTime || value instanceof asn1js.GeneralizedTime
    ? value.toDate()
    : undefined;
}

function encode(value: unknown): Uint8Array | undefined {
  return value instanceof asn1js.Constructed ? new Uint8Array(value.toBER(false)) : undefined;
}

/** The value is a sequence of sequences of an optional algorithm and a certificate's hash. */
function bindsCertificate(value: unknown, usual: string, signer: X509Certificate): boolean {
  if (!(value instanceof asn1js.Sequence)) return false;
  const id = childrenOf(childrenOf(childrenOf(value)[0])[0]);
  const [algorithm] = id[0] instanceof asn1js.Sequence ? childrenOf(id[0]) : [];
  const digest =
    algorithm instanceof asn1js.ObjectIdentifier ? DIGESTS[algorithm.valueBlock.toString()] : usual;
  if (digest === undefined) return false;
  const hash = createHash(digest).update(signer.raw).digest();
  return areEqual(octets(id.find((part) => part instanceof asn1js.OctetString)), hash);
}

function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
