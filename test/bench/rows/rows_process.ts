/** Renders one statement on a render thread, and reports the cost. */
import * as fs from "node:fs";

import type { BatchMessage, BatchReply, Job } from "../../../packages/pdf/threads/messages.ts";
import { startThread } from "../../../packages/pdf/threads/worker_thread.ts";

/** A statement to render, and a short one that warms the thread up. */
export interface RowsMessage {
  readonly entry: string;
  readonly places: Parameters<typeof startThread>[0]["places"];
  readonly template: Uint8Array;
  /** Files with data as JSON. */
  readonly warm: string;
  readonly data: string;
}

/** The CPU in milliseconds, the resident megabytes before and at most, and the document. */
export interface RowsCost {
  readonly cpu: number;
  readonly before: number;
  readonly peak: number;
  readonly bytes: number;
  readonly pages: number;
  readonly sha256: string;
}

const WARM_ROUNDS = 5;
const peak = () => (process.resourceUsage().maxRSS * 1024) / 1e6;

process.once("message", (message: RowsMessage) => {
  const { entry, places, template, warm, data } = message;
  let replied: (reply: BatchReply["result"]) => void = () => {};
  const thread = startThread<BatchMessage, BatchReply>(
    { entry: new URL(entry), places },
    { memoryMb: 768, youngMb: 16 },
    {
      ready: () => void run(),
      message: ({ result }) => replied(result),
      exit: (reason) => {
        throw new Error(reason);
      },
    },
  );
  const render = (file: string) =>
    new Promise<BatchReply["result"]>((resolve) => {
      replied = resolve;
      const job: Job = {
        kind: "render",
        template: { id: "statement", bytes: template },
        data: fs.readFileSync(file, "utf8"),
        fetched: new Map(),
      };
      const startedCount = new Int32Array(new SharedArrayBuffer(4));
      thread.send({ jobs: [job], startedCount });
    });
  const run = async () => {
    for (let round = 0; round < WARM_ROUNDS; round++) await render(warm);
    const [before, start] = [peak(), process.cpuUsage()];
    const result = await render(data);
    if (result.kind !== "rendered") throw new Error(JSON.stringify(result));
    const { user, system } = process.cpuUsage(start);
    const cost: RowsCost = {
      cpu: (user + system) / 1000,
      before,
      peak: peak(),
      bytes: result.bytes.length,
      pages: result.pageCount,
      sha256: result.sha256,
    };
    await thread.stop();
    process.send?.(cost);
    process.disconnect();
  };
});
