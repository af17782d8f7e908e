import type { SignatureRequestId } from "../values/mod.ts";

/** What the flattened document of a request is called, when it is not the render's own. */
export function flattenedName(id: SignatureRequestId): string {
  return `signatures/${id}/document.pdf`;
}

/** What the files of an attempt to archive a request are called: its row tells how many attempts there were. */
export function archiveNames(id: SignatureRequestId, attempt: number) {
  return {
    signed: `signatures/${id}/${attempt}-signed.pdf`,
    certificate: `signatures/${id}/${attempt}-certificate.pdf`,
  } as const;
}
