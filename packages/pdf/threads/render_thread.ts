import { parentPort } from "node:worker_threads";

import { type BatchMessage, type BatchReply, READY } from "./messages.ts";
import { runJob } from "./run_job.ts";

parentPort?.on("message", async ({ jobs, startedCount }: BatchMessage) => {
  for (let index = 0; ; index = Atomics.add(startedCount, 0, 1)) {
    const job = jobs[index];
    if (job === undefined) return;
    send({ index, result: await runJob(job) });
  }
});
// The main thread may terminate this one on READY, which is safe only after this module has been evaluated.
setImmediate(() => parentPort?.postMessage(READY));

/** Files are transferred rather than copied. */
function send(reply: BatchReply): void {
  const { result } = reply;
  const hasFile = result.kind === "rendered" || result.kind === "compiled";
  parentPort?.postMessage(reply, hasFile ? [result.bytes.buffer] : []);
}
