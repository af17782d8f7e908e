import { parentPort } from "node:worker_threads";

import "./lean_imports.ts";
import { READY, type Job } from "./messages.ts";

// Imported only now, so that the lean imports are in force.
const { answer } = await import("./answer.ts");

parentPort?.on("message", async (job: Job) => {
  const reply = await answer(job);
  parentPort?.postMessage(reply, reply.kind === "drawn" ? [reply.bytes.buffer] : []);
});
parentPort?.postMessage(READY);
