import { parentPort } from "node:worker_threads";

import { type JobMessage, type JobReply, JOBS } from "./jobs.ts";

parentPort?.once("message", async ({ name, input }: JobMessage) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `run` gives each job what it takes
  const job = JOBS[name] as (input: unknown) => Promise<unknown>;
  try {
    say({ kind: "done", output: await job(input) });
  } catch (error) {
    // Libraries also throw plain text.
    say({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
});
say({ kind: "ready" });

function say(reply: JobReply): void {
  parentPort?.postMessage(reply);
}
