import type { CertifyJob } from "./_adapters/seal/certify_request.ts";
import type { SealJob } from "./_adapters/seal/seal_document.ts";
import type { StampOrder } from "./_adapters/stamp_marks.ts";

/** Jobs on documents that the built-in provider completes. */
export const SIGNING_JOBS = {
  /** Puts marks on a document. */
  stamp: async ({ pdf, marks }: StampOrder) => {
    const { stampMarks } = await import("./_adapters/stamp_marks.ts");
    return stampMarks(pdf, marks);
  },
  /** Stamps a document and signs it digitally. */
  seal: async (job: SealJob) => {
    const { sealDocument } = await import("./_adapters/seal/seal_document.ts");
    return sealDocument(job);
  },
  /** Renders the certificate of a completed request and signs it digitally. */
  certify: async (job: CertifyJob) => {
    const { certifyRequest } = await import("./_adapters/seal/certify_request.ts");
    return certifyRequest(job);
  },
};
