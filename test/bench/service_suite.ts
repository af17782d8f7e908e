import * as os from "node:os";

import { type LoopDelays, measureService } from "./measure_service.ts";
import { figure, occasion, row } from "./results.ts";
import { quantile } from "./statistics.ts";

const RENDERS = 200;
const ROUNDS = 3;

const loopRow = (name: string, { median, p99, longest, mostWork, busy }: LoopDelays) =>
  row(
    name,
    ...[median, p99, longest, mostWork].map((value) => figure(value)),
    `${Math.round(busy * 100)} %`,
  );

/** Measures the service with its defaults; returns a section of `RESULTS.md`. */
export async function serviceSection(): Promise<string> {
  const { idle, cold, bursts, alone, drawing } = await measureService(RENDERS, ROUNDS);
  const rates = bursts.map(({ perSecond }) => perSecond);
  return `## The service

${occasion("service")}

The work is the invoice of \`examples/\` (two pages, a table, an image). The server is \`paraph serve\` with the embedded
database on disk, every commit flushed, and ${os.availableParallelism()} render threads, in a process of its own; the client shares the machine with it.

### Event loop of the server, milliseconds

Delays, the longest of them also without the time in which the machine ran other processes (two render threads and the
client want the same cores).

${row("while", "median", "p99", "longest", "longest, own work", "busy")}
|---|---|---|---|---|---|
${loopRow("idle, 3 s", idle)}
${loopRow(`${RENDERS} renders at once, the first after the start`, cold.loop)}
${bursts.map(({ loop }, index) => loopRow(`${RENDERS} renders at once, round ${index + 1}`, loop)).join("\n")}

### A render, milliseconds

${row("from … to", "median", "p99", "longest")}
|---|---|---|---|
${row("drawing alone, one at a time: the floor", figure(drawing.median), figure(drawing.p99), figure(drawing.longest))}
${row("request to response with `sync`, one at a time", figure(alone.median), figure(alone.p99), figure(alone.longest))}
${row(`accepted to succeeded, ${RENDERS} at once, the first after the start`, figure(cold.latency.median), figure(cold.latency.p99), figure(cold.latency.longest))}
${bursts.map(({ latency }, index) => row(`accepted to succeeded, ${RENDERS} at once, round ${index + 1}`, figure(latency.median), figure(latency.p99), figure(latency.longest))).join("\n")}

Renders per second, submission to success, ${RENDERS} at once: ${figure(quantile(rates, 0.5))} (${rates.map(figure).join(", ")}; the first after the start ${figure(cold.perSecond)}).
`;
}
