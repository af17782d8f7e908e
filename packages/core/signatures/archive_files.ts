import type { SignatureRequestId } from "../values/mod.ts";

/** What the files of an attempt to archive a request are called. */
export function archiveNames(id: SignatureRequestId, attempt: number) {
  return {
    signed: `signatures/${id}/${attempt}-signed.pdf`,
    certificate: `signatures/${id}/${attempt}-certificate.pdf`,
  } as const;
}

/** What a certificate is called that came after its document. */
export function lateCertificateName(id: SignatureRequestId, sha256: string): string {
  return `signatures/${id}/${sha256}-certificate.pdf`;
}
