import { timingSafeEqual, type X509Certificate } from "node:crypto";

import * as pkijs from "pkijs";

import { nameOf } from "./certificates.ts";
import { BrokenSignature, DIGESTS, signedContent, verifyCms } from "./cms_signature.ts";

/** What a time-stamping authority says: something was there at a time. */
export interface TimeStamp {
  readonly at: Date;
  /** The distinguished name of the authority. */
  readonly authority: string;
  /** The number that the request came with. */
  readonly nonce: Uint8Array | undefined;
  /** The certificate that signed it. */
  readonly signer: X509Certificate;
}

const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";

/**
 * Verifies a time-stamp token (RFC 3161): that it is about what it should be, that its signature holds,
 * and that its certificate is for stamping times. Fails with `BrokenSignature`.
 *
 * @param digestOf What it should be about: its digest, by the name of the algorithm.
 */
export function readTimeStamp(
  token: Uint8Array,
  digestOf: (algorithm: string) => Uint8Array,
): TimeStamp {
  const { info, content } = readToken(token);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const digest = DIGESTS[hashAlgorithm.algorithmId];
  if (digest === undefined)
    throw new BrokenSignature("The time stamp uses a digest that is not safe");
  const imprint = new Uint8Array(hashedMessage.valueBlock.valueHexView);
  const expected = digestOf(digest);
  if (imprint.length !== expected.length || !timingSafeEqual(imprint, expected))
    throw new BrokenSignature("The time stamp is of something else");
  const { signer, bindsCertificate } = verifyToken(token, content);
  if (!bindsCertificate) throw new BrokenSignature("The time stamp does not name its certificate");
  if (!isForTimes(signer))
    throw new BrokenSignature("The time stamp is of a certificate that may not stamp times");
  const at = info.genTime;
  if (at < signer.validFromDate || at > signer.validToDate)
    throw new BrokenSignature("The time stamp is of a certificate that was not valid then");
  const nonce =
    info.nonce === undefined ? undefined : new Uint8Array(info.nonce.valueBlock.valueHexView);
  return { at, authority: nameOf(signer.subject), nonce, signer };
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
    throw new BrokenSignature("The signature of the time stamp does not hold");
  }
}

/** Node calls the extended uses of a key so. */
function isForTimes({ keyUsage }: X509Certificate): boolean {
  // There are none when a certificate says nothing of them.
  const uses: ReadonlyArray<string> | undefined = keyUsage;
  return uses?.includes(TIME_STAMPING) ?? false;
}
