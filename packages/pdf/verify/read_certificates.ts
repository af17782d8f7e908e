import { X509Certificate } from "node:crypto";

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{1,100000}-----END CERTIFICATE-----/g;

/**
 * The certificates in a file, in DER: one or more as PEM, or one as DER. `undefined` when it has none
 * that can be read.
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
