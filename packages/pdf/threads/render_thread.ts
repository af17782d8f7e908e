import { parentPort } from "node:worker_threads";

import { answer } from "./answer.ts";
import {
  type BatchMessage,
  READY,
  type Reply,
  type ThreadMessage,
  type UnknownTemplate,
} from "./messages.ts";

parentPort?.on("message", async ({ jobs, begun }: BatchMessage) => {
  for (;;) {
    const at = Atomics.add(begun, 0, 1);
    const job = jobs[at];
    if (job === undefined) return;
    const given = await answer(job);
    say({ at, answer: given }, filesOf(given));
  }
});
// Whoever is told may end the thread at once, which is safe only when this module has run to its end.
setImmediate(() => say(READY));

function say(message: ThreadMessage, handedOver: ReadonlyArray<ArrayBuffer> = []): void {
  parentPort?.postMessage(message, handedOver);
}

/** Bytes that are handed over rather than copied. */
function filesOf(given: Reply | UnknownTemplate): ReadonlyArray<ArrayBuffer> {
  return given.kind === "drawn" || given.kind === "compiled" ? [given.bytes.buffer] : [];
}
