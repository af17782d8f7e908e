import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

import { quantile } from "../statistics.ts";
import type { SubjectName } from "./documents.ts";
import type { Cost, EngineMessage } from "./engine_process.ts";
import { ENGINES, type EngineName } from "./engines/engine.ts";
import type { Script } from "./words.ts";

/** An engine in a separate process. */
interface Contender {
  readonly name: EngineName;
  readonly ask: <A>(message: EngineMessage) => Promise<A>;
  readonly close: () => Promise<void>;
}

/** The costs of an engine for a document. */
interface EngineFigures extends Cost {
  readonly engine: EngineName;
  /** The first document of its kind in a process that has rendered others, in milliseconds. */
  readonly first: number;
}

/** The measurements of a document; engines that cannot render it are missing. */
export interface Comparison {
  readonly subject: SubjectName;
  readonly script: Script;
  readonly engines: ReadonlyArray<EngineFigures>;
}

/** The number of rows of the statement, which fill 50 pages. */
export const STATEMENT_ROWS = 2_000;

const ROUNDS = 5;
/** Milliseconds for the warm-up of an engine, and for each of its rounds. */
const BUDGET = { warm: 3_000, round: 400 } as const;
const MOST_WARM = 2_000;
/** Engines without support for base PDFs. */
const ONLY_BLANK = new Set<EngineName>(["pdfkit", "pdfmake", "chromium"]);

const SUBJECTS = ["invoice", "overlay", "statement"] as const;
const SCRIPTS = ["latin", "cyrillic"] as const;

/** The CPU microseconds of Paraph for a row of a statement, by its number of rows. */
export type Growth = ReadonlyArray<{ readonly rows: number; readonly perRow: number }>;

/** Measures every engine on every document, in turns, and how ours grows. */
export async function measureEngines(): Promise<{
  readonly comparisons: ReadonlyArray<Comparison>;
  readonly growth: Growth;
}> {
  const contenders: Array<Contender> = [];
  try {
    for (const name of ENGINES) contenders.push(await start(name));
    const comparisons: Array<Comparison> = [];
    for (const subject of SUBJECTS) {
      const able = contenders.filter(({ name }) => subject !== "overlay" || !ONLY_BLANK.has(name));
      for (const script of SCRIPTS) comparisons.push(await compare(subject, script, able));
    }
    const [ours] = contenders;
    return { comparisons, growth: ours === undefined ? [] : await measureGrowth(ours) };
  } finally {
    await Promise.all(contenders.map(({ close }) => close()));
  }
}

async function compare(
  subject: SubjectName,
  script: Script,
  contenders: ReadonlyArray<Contender>,
): Promise<Comparison> {
  const isLong = subject === "statement";
  const open = { kind: "open", subject, script, rows: STATEMENT_ROWS } as const;
  const ready: Array<{
    readonly contender: Contender;
    readonly first: number;
    readonly count: number;
  }> = [];
  for (const contender of contenders) {
    await contender.ask({ ...open, variants: isLong ? 3 : 50 });
    const first = await contender.ask<Cost>({ kind: "draw", count: 1 });
    const warm = await warmUp(contender, first.wall);
    const count = Math.max(1, Math.min(200, Math.round(BUDGET.round / warm.wall)));
    ready.push({ contender, first: first.wall, count });
  }
  const costs = new Map<EngineName, Array<Cost>>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { contender, count, first } of ready) {
      // Slow documents vary little.
      if (first > 3_000 && round >= 3) continue;
      const cost = await contender.ask<Cost>({ kind: "draw", count });
      costs.set(contender.name, [...(costs.get(contender.name) ?? []), cost]);
    }
  }
  const engines = ready.map(({ contender: { name }, first }) => {
    const own = costs.get(name) ?? [];
    const median = (of: (cost: Cost) => number) => quantile(own.map(of), 0.5);
    return {
      engine: name,
      first,
      cpu: median(({ cpu }) => cpu),
      wall: median(({ wall }) => wall),
      size: median(({ size }) => size),
    };
  });
  return { subject, script, engines };
}

/** Renders until the engine is warm; returns the last cost of a document. */
async function warmUp(contender: Contender, first: number): Promise<Cost> {
  const start = performance.now();
  let last: Cost = { cpu: first, wall: first, size: 0 };
  for (let drawCount = 1; drawCount < MOST_WARM && performance.now() - start < BUDGET.warm;) {
    const count = last.wall > 20 ? 1 : 10;
    last = await contender.ask<Cost>({ kind: "draw", count });
    drawCount += count;
  }
  return last;
}

async function measureGrowth(ours: Contender): Promise<Growth> {
  const costs = new Map<number, Array<number>>([
    [1_000, []],
    [5_000, []],
    [20_000, []],
  ]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [rows, own] of costs) {
      const open = { kind: "open", subject: "statement", script: "latin", rows } as const;
      await ours.ask({ ...open, variants: 1 });
      const count = 20_000 / rows;
      const { cpu } = await ours.ask<Cost>({ kind: "draw", count });
      own.push((cpu * 1000) / rows);
    }
  }
  return [...costs].map(([rows, own]) => ({ rows, perRow: quantile(own, 0.5) }));
}

async function start(name: EngineName): Promise<Contender> {
  const child = fork(new URL("./engine_process.ts", import.meta.url), [name], { silent: true });
  let errorOutput = "";
  child.stderr?.on("data", (text: Buffer) => {
    errorOutput = (errorOutput + text.toString()).slice(-2_000);
  });
  child.stdout?.resume();
  const next = () => responseOf(child, name, () => errorOutput);
  await next();
  return {
    name,
    ask: async (message) => {
      const response = next();
      child.send(message);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each message has its own reply
      return (await response) as never;
    },
    close: async () => {
      const exit = once(child, "exit");
      child.send({ kind: "close" });
      await exit;
    },
  };
}

async function responseOf(child: ChildProcess, name: EngineName, errorOutput: () => string) {
  return new Promise<unknown>((resolve, reject) => {
    const fail = () => reject(new Error(`${name} has ended: ${errorOutput()}`));
    child.once("exit", fail);
    child.once("message", (message) => {
      child.off("exit", fail);
      resolve(message);
    });
  });
}
