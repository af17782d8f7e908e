import type { X509Certificate } from "node:crypto";

import * as asn1js from "asn1js";

/** A digest algorithm, with or without a NULL parameter. */
const DIGEST = "30(?:0b|0d)060960864801650304020[123](?:0500)?";
/** RSA or ECDSA, with or without a digest and a NULL parameter; RSA-PSS with any parameters. */
const SIGNATURE = [
  "30(?:0b|0d)06092a864886f70d0101(?:01|0b|0c|0d)(?:0500)?",
  "30(?:0a|0c)06082a8648ce3d04030[234](?:0500)?",
  "30[0-9a-f]{2}06092a864886f70d01010a[0-9a-f]*",
].join("|");

const SEQUENCE = "30";
const SET = "31";
const OCTETS = "04";

const FRAME: Readonly<Record<string, RegExp>> = {
  type: /^06092a864886f70d010702$/,
  version: /^02010[13]$/,
  digests: new RegExp(`^31[0-9a-f]{2}(?:${DIGEST})+$`),
  content: /^300b06092a864886f70d010701$/,
  digest: new RegExp(`^${DIGEST}$`),
  signature: new RegExp(`^(?:${SIGNATURE})$`),
};

/**
 * Returns whether the uncovered parts of a detached CMS signature (versions, algorithms, signer) have exactly
 * the expected values, so that no bit of it can be changed unnoticed.
 */
export function isPlainFrame(cms: Uint8Array, signer: X509Certificate): boolean {
  const { result } = asn1js.fromBER(new Uint8Array(cms));
  const [type, wrapper] = childrenOf(result);
  const [data] = childrenOf(wrapper);
  const [version, digests, content, certificates, ...rest] = childrenOf(data);
  const infos = rest.at(-1);
  const [info] = childrenOf(infos);
  const [infoVersion, sid, digest, signedAttributes, signature, octets, ...more] = childrenOf(info);
  const matches = (part: asn1js.AsnType | undefined, what: string) =>
    FRAME[what]?.test(hexOf(part)) === true;
  const begins = (part: asn1js.AsnType | undefined, tag: string) => hexOf(part).startsWith(tag);
  return (
    hexOf(result) === Buffer.from(cms).toString("hex") &&
    [result, wrapper, data, digests, certificates, infos, info, sid].every(isWhole) &&
    [result, data, info].every((part) => begins(part, SEQUENCE)) &&
    begins(infos, SET) &&
    begins(octets, OCTETS) &&
    more.every((part) => isTagged(part, 1)) &&
    matches(type, "type") &&
    isTagged(wrapper, 0) &&
    matches(version, "version") &&
    matches(digests, "digests") &&
    matches(content, "content") &&
    isTagged(certificates, 0) &&
    rest.slice(0, -1).every((part) => isTagged(part, 1)) &&
    matches(infoVersion, "version") &&
    identifies(sid, signer) &&
    matches(digest, "digest") &&
    isTagged(signedAttributes, 0) &&
    matches(signature, "signature")
  );
}

/** Identifies the signer by issuer and serial number, or by key identifier. */
function identifies(sid: asn1js.AsnType | undefined, signer: X509Certificate): boolean {
  const parts = childrenOf(childrenOf(asn1js.fromBER(new Uint8Array(signer.raw)).result)[0]);
  if (isTagged(sid, 0)) return true;
  const [issuer, serial] = childrenOf(sid);
  // A version precedes the serial number, except in X.509 v1.
  const serialIndex = isTagged(parts[0], 0) ? 1 : 0;
  return (
    hexOf(sid).startsWith(SEQUENCE) &&
    hexOf(serial) === hexOf(parts[serialIndex]) &&
    hexOf(issuer) === hexOf(parts[serialIndex + 2])
  );
}

/** Returns whether the length of a value is exactly that of its parts; parsers tolerate differences. */
function isWhole(part: asn1js.AsnType | undefined): boolean {
  const inner = childrenOf(part).map(hexOf).join("");
  if (inner === "") return isTagged(part, 0);
  const own = hexOf(part);
  return own === own.slice(0, 2) + lengthOf(inner.length / 2) + inner;
}

/** Encodes a length in DER, as hex. */
export function lengthOf(length: number): string {
  const hex = length.toString(16);
  const whole = hex.padStart(hex.length + (hex.length % 2), "0");
  return length < 0x80 ? whole : (0x80 + whole.length / 2).toString(16) + whole;
}

function isTagged(part: asn1js.AsnType | undefined, number: number): boolean {
  return part?.idBlock.tagClass === 3 && part.idBlock.tagNumber === number;
}

/** The children of a constructed value, [] for other values. */
export function childrenOf(block: asn1js.AsnType | undefined): ReadonlyArray<asn1js.AsnType> {
  return block instanceof asn1js.Constructed ? block.valueBlock.value : [];
}

function hexOf(block: asn1js.AsnType | undefined): string {
  return block === undefined ? "" : Buffer.from(block.valueBeforeDecodeView).toString("hex");
}
