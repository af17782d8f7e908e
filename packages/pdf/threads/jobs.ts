import type { ReadOrder } from "../extract/read_document.ts";
import type { StampOrder } from "../marks/stamp_marks.ts";
import type { CertifyJob } from "../seal/certify_request.ts";
import type { SealJob } from "../seal/seal_document.ts";

/**
 * The jobs that run on a thread of their own, by name. A job loads what it needs when it runs. Its input and output travel
 * between threads: plain values and bytes.
 */
export const JOBS = {
  /** Reads the sizes of a document's pages and finds texts in it. */
  read: async (order: ReadOrder) => {
    const { readDocument } = await import("../extract/read_document.ts");
    return readDocument(order);
  },
  /** Puts marks on a document. */
  stamp: async ({ pdf, marks }: StampOrder) => {
    const { stampMarks } = await import("../marks/stamp_marks.ts");
    return stampMarks(pdf, marks);
  },
  /** Stamps a document and signs it digitally. */
  seal: async (job: SealJob) => {
    const { sealDocument } = await import("../seal/seal_document.ts");
    return sealDocument(job);
  },
  /** Renders the certificate of a completed request and signs it digitally. */
  certify: async (job: CertifyJob) => {
    const { certifyRequest } = await import("../seal/certify_request.ts");
    return certifyRequest(job);
  },
};

/** The name of a job. */
export type JobName = keyof typeof JOBS;

/** What a job is given. */
export type JobInput<N extends JobName> = Parameters<(typeof JOBS)[N]>[0];

/** What comes of a job. */
export type JobOutput<N extends JobName> = Awaited<ReturnType<(typeof JOBS)[N]>>;

/** What a thread is told to do, once. */
export interface JobMessage {
  readonly name: JobName;
  readonly input: unknown;
}

/** What a thread says: that it can take its job; then what came of it, or why nothing did. */
export type JobReply =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "failed"; readonly message: string };
