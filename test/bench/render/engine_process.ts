/** Renders with the engine of its argument, as often as requested, and reports the times. */
import { type SubjectName, subjectOf } from "./documents.ts";
import type { Draw, EngineName } from "./engines/engine.ts";
import { loadEngine } from "./engines/load_engine.ts";
import type { Script } from "./words.ts";

/** A document to open, with a number of data sets. */
export interface OpenMessage {
  readonly kind: "open";
  readonly subject: SubjectName;
  readonly script: Script;
  readonly rows: number;
  readonly variants: number;
}

/** A request of the parent process. */
export type EngineMessage =
  | OpenMessage
  | { readonly kind: "draw"; readonly count: number }
  | { readonly kind: "close" };

/** The time of a document in milliseconds, and its size in bytes. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
  readonly size: number;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set by the process that starts it
const engine = await loadEngine(process.argv[2] as EngineName);
let draw: Draw | undefined;
let number = 0;

async function open({ subject, script, rows, variants }: OpenMessage): Promise<void> {
  const { document, dataOf } = subjectOf(subject, script, rows);
  const data = Array.from({ length: variants }, (_, index) => dataOf(index));
  draw = await engine.open(document, data);
}

async function measure(count: number): Promise<Cost> {
  let size = 0;
  const outside = engine.outsideCpu?.() ?? 0;
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  for (let index = 0; index < count; index++) size = (await draw?.(number++))?.length ?? 0;
  const [{ user, system }, end] = [process.cpuUsage(cpu), performance.now()];
  const outsideMillis = (engine.outsideCpu?.() ?? 0) - outside;
  return {
    cpu: ((user + system) / 1000 + outsideMillis) / count,
    wall: (end - start) / count,
    size,
  };
}

process.on("message", async (message: EngineMessage) => {
  switch (message.kind) {
    case "open":
      await open(message);
      process.send?.({});
      return;
    case "draw":
      process.send?.(await measure(message.count));
      return;
    default:
      await engine.close?.();
      process.disconnect();
  }
});
process.send?.({});
