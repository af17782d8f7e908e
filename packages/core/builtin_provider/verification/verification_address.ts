import type { SignatureRequestId } from "../../values/mod.ts";

/** The number of hex digits of a hash in an address: 128 bits, which cannot be guessed. */
const CODE_LENGTH = 32;

/**
 * The code in the verification address of a request: the start of the hash of an event in its audit trail.
 * The certificate and the attached trail have this hash, so their holders know it. It needs no secret of the server.
 */
export function verificationCode(hash: string): string {
  return hash.slice(0, CODE_LENGTH);
}

/**
 * The URL of the page that verifies a certificate, which its QR code has.
 *
 * @param base The public URL of the service, without a slash at the end.
 * @param head The hash of the last event in the trail of the certificate, in hex.
 */
export function verificationUrl(base: string, requestId: SignatureRequestId, head: string): string {
  return `${base}/verify/${requestId}/${verificationCode(head)}`;
}
