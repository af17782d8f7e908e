import { SIGNATURE_JOBS } from "../signatures/jobs.ts";
import { SIGNING_JOBS } from "../signing/jobs.ts";

/**
 * The jobs that run on a thread of their own, by name. A job loads what it needs when it runs. Its input and output travel
 * between threads: plain values and bytes.
 */
export const JOBS = { ...SIGNATURE_JOBS, ...SIGNING_JOBS };

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
