import { fork } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";

import type { InputData } from "@paraph/core/manifests";

import type { ThreadCode } from "../../../packages/pdf/threads/thread_code.ts";
import { quantile } from "../statistics.ts";
import type { DocumentCost, DocumentMessage } from "./document_process.ts";

/** A document to measure. */
export interface MeasuredDocument {
  /** As compiled. */
  readonly template: Uint8Array;
  /** The data of a document that warms the thread up. */
  readonly warm: InputData;
  readonly data: InputData;
  /** The number of processes that render it. */
  readonly rounds: number;
  /** How often each process renders it once more. */
  readonly repeats?: number;
}

/** Returns the medians of the costs of a document in processes of their own. */
export async function measureDocument(
  { entry, places }: ThreadCode,
  { template, warm, data, rounds, repeats = 0 }: MeasuredDocument,
): Promise<DocumentCost> {
  await using folder = await fs.mkdtempDisposable(path.join(os.tmpdir(), "paraph-bench-"));
  const write = async (name: string, input: InputData) => {
    const file = path.join(folder.path, name);
    await fs.writeFile(file, JSON.stringify(input));
    return file;
  };
  const message: DocumentMessage = {
    entry: entry.href,
    places,
    template,
    warm: await write("warm.json", warm),
    data: await write("data.json", data),
    repeats,
  };
  const costs: Array<DocumentCost> = [];
  for (let round = 0; round < rounds; round++) costs.push(await measureOnce(message));
  const [first] = costs;
  if (first === undefined) throw new Error("There is at least one round");
  const median = (of: (cost: DocumentCost) => number) => quantile(costs.map(of), 0.5);
  return {
    ...first,
    cpu: median(({ cpu }) => cpu),
    cpuAgain: median(({ cpuAgain }) => cpuAgain),
    before: median(({ before }) => before),
    peak: median(({ peak }) => peak),
  };
}

async function measureOnce(message: DocumentMessage): Promise<DocumentCost> {
  const child = fork(new URL("./document_process.ts", import.meta.url), {
    serialization: "advanced",
  });
  const exit = once(child, "exit");
  const cost = await new Promise<DocumentCost>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`The process has ended with code ${code}`)));
    child.send(message);
  });
  await exit;
  return cost;
}
