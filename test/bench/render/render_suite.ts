import { fork } from "node:child_process";
import { once } from "node:events";

import { figure, occasion, table } from "../results.ts";
import { type Comparison, type Growth, measureEngines } from "./measure_engines.ts";
import type { ThreadFigures } from "./threads_process.ts";

/**
 * Measures engines and threads; returns a section of `RESULTS.md` with the targets that hold and those that
 * do not.
 */
export async function renderSection(): Promise<string> {
  const start = performance.now();
  const { comparisons, growth } = await measureEngines();
  const threads = await measureThreads();
  const minutes = (performance.now() - start) / 60_000;
  return `## Rendering

${occasion("render")} · ${figure(minutes)} minutes

Documents: an invoice (one page, a logo, 18 texts, a table of 10 × 5), an overlay (30 texts and an image on a PDF of four
pages), a statement (2,000 rows × 5, 50 pages, head repeated, page x of y), in Latin and in Cyrillic. One process for each
engine, warmed, in turns over the same data; medians. CPU is that of the whole process, for Chromium that of its process
tree too. Ours parses the data's JSON and draws, as a render thread does. pdfme is called as its quick start shows it:
\`generate()\` with its plugins, and a font only where its own lacks the script. Chromium prints one page that stays open.

${comparisons.map(comparisonText).join("\n\n")}

### Growth with the rows of a statement

${table(
  ["rows", "µs CPU a row", "to 1,000 rows"],
  growth.map(({ rows, perRow }) => [
    rows.toLocaleString("en"),
    figure(perRow),
    `${(perRow / (growth[0]?.perRow ?? perRow)).toFixed(2)} ×`,
  ]),
)}

### Threads

A thread starts in ${figure(threads.start)} ms and takes ${figure(threads.fresh)} MB, ${figure(threads.warm)} MB after 40 invoices and a statement of 50 pages.

${table(
  ["documents a second", "1 thread", "2 threads", "gain"],
  threads.rates.map(({ subject, perSecond: [one = 0, two = 0] }) => [
    subject,
    figure(one),
    figure(two),
    `${(two / one).toFixed(2)} ×`,
  ]),
)}

### Targets

${table(
  ["", "wanted", "measured", ""],
  targets(comparisons, growth, threads).map(({ name, limit, value, holds }) => [
    name,
    limit,
    value,
    holds ? "holds" : "**does not hold**",
  ]),
)}
`;
}

function comparisonText({ subject, script, engines }: Comparison): string {
  const [ours] = engines;
  return `### ${subject}, ${script}\n\n${table(
    ["", "CPU, ms", "wall, ms", "CPU to ours", "first, ms", "KB"],
    engines.map(({ engine, cpu, wall, first, size }) => [
      engine,
      figure(cpu),
      figure(wall),
      `${figure(cpu / (ours?.cpu ?? cpu))} ×`,
      figure(first),
      figure(size / 1e3),
    ]),
  )}`;
}

interface Target {
  readonly name: string;
  readonly limit: string;
  readonly value: string;
  readonly holds: boolean;
}

function targets(
  comparisons: ReadonlyArray<Comparison>,
  growth: Growth,
  threads: ThreadFigures,
): ReadonlyArray<Target> {
  const ratio = (subject: string, script: string, peer: string) => {
    const engines = comparisons.find(
      (each) => each.subject === subject && each.script === script,
    )?.engines;
    const cpu = (name: string) => engines?.find(({ engine }) => engine === name)?.cpu ?? Number.NaN;
    return cpu(peer) / cpu("paraph");
  };
  const less = (subject: string, peer: string, least: number): ReadonlyArray<Target> =>
    ["latin", "cyrillic"].map((script) => {
      const value = ratio(subject, script, peer);
      return {
        name: `CPU of ${peer} to ours, ${subject}, ${script}`,
        limit: `≥ ${least} ×`,
        value: `${figure(value)} ×`,
        holds: value >= least,
      };
    });
  const atMost = (name: string, most: number, value: number, unit: string): Target => ({
    name,
    limit: `≤ ${most} ${unit}`,
    value: `${value.toFixed(unit === "×" ? 2 : 0)} ${unit}`,
    holds: value <= most,
  });
  return [
    ...less("invoice", "pdfme", 12),
    ...less("overlay", "pdfme", 9),
    ...less("statement", "pdfme", 40),
    ...less("invoice", "chromium", 35),
    ...less("statement", "chromium", 12),
    atMost(
      "cost of a row, 20,000 rows to 1,000",
      1.2,
      (growth.at(-1)?.perRow ?? Number.NaN) / (growth[0]?.perRow ?? Number.NaN),
      "×",
    ),
    atMost("start of a thread", 250, threads.start, "ms"),
    atMost("memory of a thread after work", 160, threads.warm, "MB"),
  ];
}

async function measureThreads(): Promise<ThreadFigures> {
  const child = fork(new URL("./threads_process.ts", import.meta.url));
  const [figures] = await once(child, "message");
  return figures;
}
