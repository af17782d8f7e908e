import type { X509Certificate } from "node:crypto";

import * as asn1js from "asn1js";

/** A digest algorithm, with or without the parameter that it does not have. */
const DIGEST = "30(?:0b|0d)060960864801650304020[123](?:0500)?";
/** RSA or ECDSA, with a digest or without naming it, likewise; RSA-PSS with whatever it was set to. */
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
 * Whether the parts of a detached CMS signature that nothing covers say what they have to and nothing
 * else, so that not a bit of it can be changed unseen: versions, algorithms, and whose signature it is.
 */
export function isPlainFrame(cms: Uint8Array, signer: X509Certificate): boolean {
  const { result } = asn1js.fromBER(new Uint8Array(cms));
  const [type, wrapper] = childrenOf(result);
  const [data] = childrenOf(wrapper);
  const [version, digests, content, certificates, ...rest] = childrenOf(data);
  const infos = rest.at(-1);
  const [info] = childrenOf(infos);
  const [infoVersion, sid, digest, signed, signature, octets, ...more] = childrenOf(info);
  const isAsItHasTo = (part: asn1js.AsnType | undefined, what: string) =>
    FRAME[what]?.test(hexOf(part)) === true;
  const begins = (part: asn1js.AsnType | undefined, tag: string) => hexOf(part).startsWith(tag);
  return (
    hexOf(result) === Buffer.from(cms).toString("hex") &&
    [result, wrapper, data, digests, certificates, infos, info, sid].every(isWhole) &&
    [result, data, info].every((part) => begins(part, SEQUENCE)) &&
    begins(infos, SET) &&
    begins(octets, OCTETS) &&
    more.every((part) => isTagged(part, 1)) &&
    isAsItHasTo(type, "type") &&
    isTagged(wrapper, 0) &&
    isAsItHasTo(version, "version") &&
    isAsItHasTo(digests, "digests") &&
    isAsItHasTo(content, "content") &&
    isTagged(certificates, 0) &&
    rest.slice(0, -1).every((part) => isTagged(part, 1)) &&
    isAsItHasTo(infoVersion, "version") &&
    isOf(sid, signer) &&
    isAsItHasTo(digest, "digest") &&
    isTagged(signed, 0) &&
    isAsItHasTo(signature, "signature")
  );
}

/** The signer by issuer and number, or by the number of their key. */
function isOf(sid: asn1js.AsnType | undefined, signer: X509Certificate): boolean {
  const parts = childrenOf(childrenOf(asn1js.fromBER(new Uint8Array(signer.raw)).result)[0]);
  if (isTagged(sid, 0)) return true;
  const [issuer, serial] = childrenOf(sid);
  // A version comes before the number of all certificates but the oldest.
  const at = isTagged(parts[0], 0) ? 1 : 0;
  return (
    hexOf(sid).startsWith(SEQUENCE) &&
    hexOf(serial) === hexOf(parts[at]) &&
    hexOf(issuer) === hexOf(parts[at + 2])
  );
}

/** Whether something is as long as its parts: readers forgive what is not. */
function isWhole(part: asn1js.AsnType | undefined): boolean {
  const inner = childrenOf(part).map(hexOf).join("");
  if (inner === "") return isTagged(part, 0);
  const own = hexOf(part);
  return own === own.slice(0, 2) + lengthOf(inner.length / 2) + inner;
}

/** A length as DER writes it, in hex. */
export function lengthOf(length: number): string {
  const hex = length.toString(16);
  const whole = hex.padStart(hex.length + (hex.length % 2), "0");
  return length < 0x80 ? whole : (0x80 + whole.length / 2).toString(16) + whole;
}

function isTagged(part: asn1js.AsnType | undefined, number: number): boolean {
  return part?.idBlock.tagClass === 3 && part.idBlock.tagNumber === number;
}

/** The parts of something that has parts. */
export function childrenOf(block: asn1js.AsnType | undefined): ReadonlyArray<asn1js.AsnType> {
  return block instanceof asn1js.Constructed ? block.valueBlock.value : [];
}

function hexOf(block: asn1js.AsnType | undefined): string {
  return block === undefined ? "" : Buffer.from(block.valueBeforeDecodeView).toString("hex");
}
