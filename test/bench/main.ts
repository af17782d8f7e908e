/**
 * `npm run bench`: measures and writes `RESULTS.md`. Figures of one machine on one day, to compare
 * with each other and with the next run, never asserted.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { compileLayout } from "../../packages/worker/renders/_adapters/compile/compile_layout.ts";
import { drawDocument } from "../../packages/worker/renders/_adapters/draw_document.ts";
import { stockPdfme } from "../../packages/worker/renders/_bench/stock_pdfme.ts";
import { DRAWING } from "./invoice.ts";
import { type LoopDelays, measureService, type ServiceFigures } from "./service.ts";
import { distribution, quantile } from "./statistics.ts";

const RENDERS = 200;
const ROUNDS = 3;

const template = await compileLayout({ ...DRAWING, title: "Invoice" });
const drawByUs = () => drawDocument(template, DRAWING.data, new Map());
const drawByPeer = stockPdfme({ ...DRAWING, template });

/** Milliseconds of each drawing, the two in turns on this one thread. */
async function measureEngines() {
  const ours: Array<number> = [];
  const peers: Array<number> = [];
  const time = async (draw: () => Promise<unknown>, into: Array<number>) => {
    const start = performance.now();
    await draw();
    into.push(performance.now() - start);
  };
  const first = { ours: [] as Array<number>, peers: [] as Array<number> };
  await time(drawByUs, first.ours);
  await time(drawByPeer, first.peers);
  for (let at = 0; at < 60; at++) {
    await time(drawByUs, ours);
    await time(drawByPeer, peers);
  }
  return { first, ours: distribution(ours.slice(10)), peers: distribution(peers.slice(10)) };
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const row = (...cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`;
const loopRow = (name: string, { median, p99, longest, mostWork, busy }: LoopDelays) =>
  row(name, ms(median), ms(p99), ms(longest), ms(mostWork), `${Math.round(busy * 100)} %`);

function report(engines: Awaited<ReturnType<typeof measureEngines>>, service: ServiceFigures) {
  const { idle, cold, bursts, alone } = service;
  const rates = bursts.map(({ perSecond }) => perSecond);
  const cpu = os.cpus()[0]?.model ?? "unknown";
  const gib = Math.round(os.totalmem() / 2 ** 30);
  return `# Measurements

${new Date().toISOString().slice(0, 10)} · \`npm run bench\` · Node ${process.versions.node} · ${os.availableParallelism()} cores (${cpu}), ${gib} GB, ${os.type()} ${os.release()}

The work is the invoice of \`examples/\` (two pages, a table, an image). The server is \`paraph serve\` with the embedded
database on disk, every commit flushed, and ${os.availableParallelism()} render threads, in a process of its own; the client shares the machine with it.

## Event loop of the server, milliseconds

Delays, the longest of them also without the time in which the machine ran somebody else (two render threads and the
client want the same cores).

${row("while", "median", "p99", "longest", "longest, own work", "busy")}
|---|---|---|---|---|---|
${loopRow("idle, 3 s", idle)}
${loopRow(`${RENDERS} renders at once, the first after the start`, cold.loop)}
${bursts.map(({ loop }, at) => loopRow(`${RENDERS} renders at once, round ${at + 1}`, loop)).join("\n")}

## A render, milliseconds

${row("from … to", "median", "p99", "longest")}
|---|---|---|---|
${row("request to answer with `sync`, one at a time", ms(alone.median), ms(alone.p99), ms(alone.longest))}
${row(`accepted to succeeded, ${RENDERS} at once, the first after the start`, ms(cold.latency.median), ms(cold.latency.p99), ms(cold.latency.longest))}
${bursts.map(({ latency }, at) => row(`accepted to succeeded, ${RENDERS} at once, round ${at + 1}`, ms(latency.median), ms(latency.p99), ms(latency.longest))).join("\n")}

Renders per second, submission to success, ${RENDERS} at once: ${ms(quantile(rates, 0.5))} (${rates.map(ms).join(", ")}; the first after the start ${ms(cold.perSecond)}).

## The engine beside stock pdfme, milliseconds a document

One thread, in turns, after 10 of each; the peer is \`generate()\` of @pdfme/generator with its own text, image and table
plugins, the same four faces of Roboto and the same final texts. It has no conditions, no placeholders of ours, no emphasis.

${row("", "median", "p99", "longest", "first", "documents/s at the median")}
|---|---|---|---|---|---|
${row("paraph", ms(engines.ours.median), ms(engines.ours.p99), ms(engines.ours.longest), ms(engines.first.ours[0] ?? 0), ms(1000 / engines.ours.median))}
${row("@pdfme/generator", ms(engines.peers.median), ms(engines.peers.p99), ms(engines.peers.longest), ms(engines.first.peers[0] ?? 0), ms(1000 / engines.peers.median))}
`;
}

const service = await measureService(RENDERS, ROUNDS);
const engines = await measureEngines();
const text = report(engines, service);
fs.writeFileSync(path.join(import.meta.dirname, "RESULTS.md"), text);
process.stdout.write(text);
