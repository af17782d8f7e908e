/** Renders a document on a render thread, and reports the cost. */
import * as fs from "node:fs";

import {
  type BatchMessage,
  type BatchReply,
  initialProgress,
  type Job,
} from "../../../packages/pdf/threads/messages.ts";
import { startThread } from "../../../packages/pdf/threads/worker_thread.ts";

/** A document to render, and another one of its template that warms the thread up. */
export interface DocumentMessage {
  readonly entry: string;
  readonly places: Parameters<typeof startThread>[0]["places"];
  readonly template: Uint8Array;
  /** Files with data as JSON. */
  readonly warm: string;
  readonly data: string;
  /** How often the document is rendered once more. */
  readonly repeats: number;
}

/** The CPU in milliseconds, the resident megabytes before and at most, and the document. */
export interface DocumentCost {
  readonly cpu: number;
  /** Of the same document once more; 0 without repeats. */
  readonly cpuAgain: number;
  readonly before: number;
  readonly peak: number;
  readonly bytes: number;
  readonly pages: number;
  readonly sha256: string;
}

const WARM_ROUNDS = 5;
const millisSince = (start: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};
const peak = () => (process.resourceUsage().maxRSS * 1024) / 1e6;

process.once("message", (message: DocumentMessage) => {
  const { entry, places, template, warm, data, repeats } = message;
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
        template: { id: "document", bytes: template },
        data: fs.readFileSync(file),
        fetched: new Map(),
      };
      thread.send({ jobs: [job], progress: initialProgress() });
    });
  const run = async () => {
    for (let round = 0; round < WARM_ROUNDS; round++) await render(warm);
    const [before, start] = [peak(), process.cpuUsage()];
    const result = await render(data);
    if (result.kind !== "rendered") throw new Error(JSON.stringify(result));
    const cpu = millisSince(start);
    const most = peak();
    const again = process.cpuUsage();
    for (let repeat = 0; repeat < repeats; repeat++) await render(data);
    const cost: DocumentCost = {
      cpu,
      cpuAgain: repeats === 0 ? 0 : millisSince(again) / repeats,
      before,
      peak: most,
      bytes: result.bytes.length,
      pages: result.pageCount,
      sha256: result.sha256,
    };
    await thread.stop();
    process.send?.(cost);
    process.disconnect();
  };
});
