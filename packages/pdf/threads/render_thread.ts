import { writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";

import {
  type BatchMessage,
  type BatchReply,
  type Job,
  READY,
  STARTED,
  WRITES,
} from "./messages.ts";
import { runJob } from "./run_job.ts";

parentPort?.on("message", async ({ jobs, progress }: BatchMessage) => {
  for (let index = 0; ; index = Atomics.add(progress, STARTED, 1)) {
    const job = jobs[index];
    if (job === undefined) return;
    const result = await runJob(job);
    Atomics.store(progress, WRITES, 1);
    send({ index, result: written(result, job) });
    Atomics.store(progress, WRITES, 0);
  }
});
// The main thread may terminate this one on READY, which is safe only after this module has been evaluated.
setImmediate(() => parentPort?.postMessage(READY));

type Result = BatchReply["result"];

/** Writes a document to the file of its job. */
function written(result: Result, job: Job): Result {
  if (result.kind !== "rendered" || job.kind !== "render" || job.file === undefined) return result;
  const { bytes, ...facts } = result;
  return wroteFile(job.file, bytes)
    ? { ...facts, kind: "written", byteSize: bytes.length }
    : result;
}

/**
 * Writes and flushes a new file; returns false if that fails. It blocks this thread, because calls that do not block
 * take several times as much CPU.
 */
function wroteFile(path: string, bytes: Uint8Array): boolean {
  try {
    writeFileSync(path, bytes, { flag: "wx", mode: 0o600, flush: true });
    return true;
  } catch {
    return false;
  }
}

/** Files are transferred rather than copied. */
function send(reply: BatchReply): void {
  const { result } = reply;
  const hasFile = result.kind === "rendered" || result.kind === "compiled";
  parentPort?.postMessage(reply, hasFile ? [result.bytes.buffer] : []);
}
