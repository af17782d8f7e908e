import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";

import type { ReadRequest } from "../extract/read_document.ts";
import type { CertifyJob } from "../signing/certify_request.ts";
import type { CombineJob } from "../signing/combine_documents.ts";
import type { StampJob } from "../signing/marks/stamp_marks.ts";
import type { SealJob } from "../signing/seal_document.ts";
import type { VerifyJob } from "../verify/verify_upload.ts";
import { READY } from "./messages.ts";

/**
 * The jobs that run on a separate thread, by name. A job loads its code when it runs. Input and output are
 * structured-cloned: plain values and bytes.
 */
const JOBS = {
  /** Reads the sizes of a document's pages and finds texts in it. */
  read: async (order: ReadRequest) => {
    const { readDocument } = await import("../extract/read_document.ts");
    return readDocument(order);
  },
  /** Puts marks on a document. */
  stamp: async ({ pdf, marks }: StampJob) => {
    const { stampMarks } = await import("../signing/marks/stamp_marks.ts");
    return stampMarks(pdf, marks);
  },
  /** Stamps a document and signs it digitally. */
  seal: async (job: SealJob) => {
    const { sealDocument } = await import("../signing/seal_document.ts");
    return sealDocument(job);
  },
  /** Renders the certificate of a completed request and signs it digitally. */
  certify: async (job: CertifyJob) => {
    const { certifyRequest } = await import("../signing/certify_request.ts");
    return certifyRequest(job);
  },
  /** Combines a signed document with its certificate and signs the file digitally. */
  combine: async (job: CombineJob) => {
    const { combineDocuments } = await import("../signing/combine_documents.ts");
    return combineDocuments(job);
  },
  /** Verifies a file that is not trusted. */
  verify: async (job: VerifyJob) => {
    const { verifyUpload } = await import("../verify/verify_upload.ts");
    return verifyUpload(job);
  },
};

/** The name of a job. */
export type JobName = keyof typeof JOBS;

/** The input of a job. */
export type JobInput<N extends JobName> = Parameters<(typeof JOBS)[N]>[0];

/** The output of a job. */
export type JobOutput<N extends JobName> = Awaited<ReturnType<(typeof JOBS)[N]>>;

/** A message to a thread, which runs one job at a time. */
export interface JobMessage {
  readonly name: JobName;
  readonly input: unknown;
}

/** The reply to a job, and the memory that its thread has then, in bytes. */
export type JobReply = Result & { readonly memory: number };

type Result =
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "failed"; readonly message: string };

parentPort?.on("message", async ({ name, input }: JobMessage) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `JobThreads.run` checks the input of each job
  const job = JOBS[name] as (input: unknown) => Promise<unknown>;
  post(
    await job(input).then(
      (output): Result => ({ kind: "done", output }),
      // Libraries also throw plain text.
      (error): Result => ({
        kind: "failed",
        message: error instanceof Error ? error.message : String(error),
      }),
    ),
  );
});
parentPort?.postMessage(READY);

function post(result: Result): void {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  parentPort?.postMessage({ ...result, memory: heap + external });
}
