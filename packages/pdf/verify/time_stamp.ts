import { timingSafeEqual, type X509Certificate } from "node:crypto";

import * as pkijs from "pkijs";

import { BrokenSignature, DIGESTS, signedContent, verifyCms } from "./cms_signature.ts";
import { nameOf } from "./distinguished_name.ts";

/** A verified time stamp. */
export interface TimeStamp {
  readonly at: Date;
  /** The distinguished name of the authority. */
  readonly authority: string;
  /** The nonce of the request. */
  readonly nonce: Uint8Array | undefined;
  /** The certificate of the authority. */
  readonly signer: X509Certificate;
}

const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";

/**
 * Verifies a time-stamp token (RFC 3161): its digest, its signature, and that its certificate is for time
 * stamping. Throws `BrokenSignature`.
 *
 * @param digestOf Returns the expected digest, by the name of the algorithm.
 */
export function readTimeStamp(
  token: Uint8Array,
  digestOf: (algorithm: string) => Uint8Array,
): TimeStamp {
  const { info, content } = readToken(token);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const digest = DIGESTS[hashAlgorithm.algorithmId];
  if (digest === undefined) throw new BrokenSignature("The time stamp uses an unsafe digest");
  const imprint = new Uint8Array(hashedMessage.valueBlock.valueHexView);
  const expected = digestOf(digest);
  if (imprint.length !== expected.length || !timingSafeEqual(imprint, expected))
    throw new BrokenSignature("The time stamp is for other data");
  const { signer, bindsCertificate } = verifyToken(token, content);
  if (!bindsCertificate) throw new BrokenSignature("The time stamp does not name its certificate");
  if (!isForTimes(signer))
    throw new BrokenSignature("The certificate of the time stamp is not for time stamping");
  const stampedAt = info.genTime;
  if (stampedAt < signer.validFromDate || stampedAt > signer.validToDate)
    throw new BrokenSignature("The certificate of the time stamp was not valid at its time");
  const nonce =
    info.nonce === undefined ? undefined : new Uint8Array(info.nonce.valueBlock.valueHexView);
  return { at: stampedAt, authority: nameOf(signer.subject), nonce, signer };
}

function readToken(token: Uint8Array) {
  try {
    const content = signedContent(token);
    return { content, info: pkijs.TSTInfo.fromBER(new Uint8Array(content)) };
  } catch {
    throw new BrokenSignature("The time stamp cannot be read");
  }
}

function verifyToken(token: Uint8Array, content: Uint8Array) {
  try {
    return verifyCms(token, [content]);
  } catch {
    throw new BrokenSignature("The signature of the time stamp is invalid");
  }
}

/** Node's `keyUsage` is the extended key usage. */
function isForTimes({ keyUsage }: X509Certificate): boolean {
  // Undefined when the certificate has no such extension.
  const uses: ReadonlyArray<string> | undefined = keyUsage;
  return uses?.includes(TIME_STAMPING) ?? false;
}
