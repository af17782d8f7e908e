import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

import type { RenderTimes } from "./drawing_process.ts";

/** Threads in a separate process that only render the invoice. */
export interface DrawingFloor {
  readonly child: ChildProcess;
  /** Renders `count` documents, `atOnce` of them concurrently. */
  readonly draw: (count: number, atOnce: number) => Promise<RenderTimes>;
  readonly stop: () => Promise<void>;
}

/** Starts the process. */
export async function startDrawing(): Promise<DrawingFloor> {
  const child = fork(new URL("./drawing_process.ts", import.meta.url));
  await once(child, "message");
  const draw = async (count: number, atOnce: number): Promise<RenderTimes> => {
    const response = once(child, "message");
    child.send({ count, atOnce });
    return (await response)[0];
  };
  const stop = async () => {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
  return { child, draw, stop };
}
