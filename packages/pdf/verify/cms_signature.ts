import { createHash, timingSafeEqual, verify, X509Certificate, constants } from "node:crypto";

import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

import { childrenOf } from "./cms_frame.ts";

/** A CMS signature does not hold, or cannot be understood. */
export class BrokenSignature extends Error {}

/** What a CMS signature that holds tells. */
export interface CmsSignature {
  readonly signer: X509Certificate;
  /** Every certificate that came along, the signer's among them. */
  readonly certificates: ReadonlyArray<X509Certificate>;
  /** Whether the signer's certificate itself is covered, so that no other can take its place. */
  readonly bindsCertificate: boolean;
  /** The signing-time attribute, which a PAdES baseline signature does not have. */
  readonly claimedAt: Date | undefined;
  readonly signature: Uint8Array;
  /** What a time-stamping authority says of the signature, if one was asked. */
  readonly timeStampToken: Uint8Array | undefined;
}

/** The digests that are still safe, by their object identifiers. */
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

/** The bytes inside a CMS signature that carries what it signs, such as a time stamp. */
export function signedContent(cms: Uint8Array): Uint8Array {
  const content = readSignedData(cms).encapContentInfo.eContent;
  if (content === undefined) throw new BrokenSignature("A signature carries nothing");
  return new Uint8Array(content.getValue());
}

/**
 * Verifies a CMS signature of one signer over some content, given in parts. Fails with
 * `BrokenSignature` when it does not hold. Whether anybody vouches for the signer is not asked.
 */
export function verifyCms(cms: Uint8Array, content: ReadonlyArray<Uint8Array>): CmsSignature {
  try {
    return verifySignedData(cms, content);
  } catch (error) {
    if (error instanceof BrokenSignature) throw error;
    // Libraries throw whatever comes to their mind about what is no signature.
    throw new BrokenSignature("A signature cannot be read");
  }
}

function verifySignedData(cms: Uint8Array, content: ReadonlyArray<Uint8Array>): CmsSignature {
  const data = readSignedData(cms);
  const [info, ...others] = data.signerInfos;
  if (info === undefined || others.length > 0)
    throw new BrokenSignature("A signature has no signer, or several");
  const digest = DIGESTS[info.digestAlgorithm.algorithmId];
  if (digest === undefined) throw new BrokenSignature("A signature uses a digest that is not safe");
  const signed = info.signedAttrs;
  if (signed === undefined) throw new BrokenSignature("A signature has no attributes");
  const hash = createHash(digest);
  for (const part of content) hash.update(part);
  if (!same(octets(attribute(signed, MESSAGE_DIGEST)), hash.digest()))
    throw new BrokenSignature("What was sealed has been changed");
  const signature = new Uint8Array(info.signature.valueBlock.valueHexView);
  const certificates = readCertificates(cms);
  const attributes = new Uint8Array(signed.encodedValue);
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
      return false; // The key of another certificate, which may be of any kind.
    }
  });
  if (signer === undefined) throw new BrokenSignature("A signature is not of its certificate");
  const stamp = info.unsignedAttrs?.attributes.find(({ type }) => type === TIME_STAMP_TOKEN);
  return {
    signer,
    certificates,
    bindsCertificate:
      bindsCertificate(attribute(signed, SIGNING_CERTIFICATE_V2), "sha256", signer) ||
      // What time-stamping authorities still write.
      bindsCertificate(attribute(signed, SIGNING_CERTIFICATE), "sha1", signer),
    claimedAt: timeOf(attribute(signed, SIGNING_TIME)),
    signature,
    timeStampToken: stamp === undefined ? undefined : encoded(stamp.values[0]),
  };
}

function readSignedData(cms: Uint8Array): pkijs.SignedData {
  const { content } = pkijs.ContentInfo.fromBER(new Uint8Array(cms));
  return new pkijs.SignedData({ schema: content });
}

/** As they came, byte by byte: written anew they might have another fingerprint. */
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
  const found = attributes.attributes.filter((candidate) => candidate.type === type);
  const values: ReadonlyArray<unknown> = found[0]?.values ?? [];
  return found.length === 1 && values.length === 1 ? values[0] : undefined;
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

function encoded(value: unknown): Uint8Array | undefined {
  return value instanceof asn1js.Constructed ? new Uint8Array(value.toBER(false)) : undefined;
}

/** A sequence of sequences of an algorithm, which may be left out, and a certificate's hash. */
function bindsCertificate(value: unknown, usual: string, signer: X509Certificate): boolean {
  if (!(value instanceof asn1js.Sequence)) return false;
  const id = childrenOf(childrenOf(childrenOf(value)[0])[0]);
  const [algorithm] = id[0] instanceof asn1js.Sequence ? childrenOf(id[0]) : [];
  const digest =
    algorithm instanceof asn1js.ObjectIdentifier ? DIGESTS[algorithm.valueBlock.toString()] : usual;
  if (digest === undefined) return false;
  const hash = createHash(digest).update(signer.raw).digest();
  return same(octets(id.find((part) => part instanceof asn1js.OctetString)), hash);
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
