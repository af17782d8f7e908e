import { once } from "node:events";

import { Schema } from "effect";

import { startDrawing } from "./drawing_floor.ts";
import { DATA, TEMPLATE } from "./invoice.ts";
import { type Call, startServer, waitForEmptyQueues } from "./started_server.ts";
import { distribution, type Distribution } from "./statistics.ts";

const SubmittedRender = Schema.Struct({ id: Schema.String });
const FinishedRender = Schema.Struct({
  status: Schema.String,
  createdAt: Schema.String,
  completedAt: Schema.String,
});

/** The event loop delays of the server in a period, in milliseconds. */
export interface LoopDelays {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  /** The longest turn of the loop by its own work; the rest of a delay is due to the machine. */
  readonly mostWork: number;
  /** Share of the time that it was busy. */
  readonly busy: number;
}

/** The results of many concurrent renders. */
interface Burst {
  readonly loop: LoopDelays;
  /** Milliseconds from the acceptance of a render to its success. */
  readonly latency: Distribution;
  readonly perSecond: number;
}

/** The measured figures of the service. */
export interface ServiceFigures {
  readonly idle: LoopDelays;
  readonly cold: Burst;
  readonly bursts: ReadonlyArray<Burst>;
  /** One request at a time: `sync`, from request to response. */
  readonly alone: Distribution;
  /** The same documents rendered by the same threads alone: the lower bound. */
  readonly drawing: Distribution;
}

/** Starts the server in a separate process and measures it over HTTP. */
export async function measureService(renders: number, rounds: number): Promise<ServiceFigures> {
  const server = await startServer();
  const floor = await startDrawing();
  try {
    const { child, call } = server;
    const loop = async (): Promise<LoopDelays> => {
      const response = once(child, "message");
      child.send("loop");
      return (await response)[0];
    };
    const render = (sync: boolean) =>
      call("POST", "/v1/templates/invoice/render", { data: DATA, options: { sync } });

    const burst = async (): Promise<Burst> => {
      await loop();
      const start = performance.now();
      const responses = await Promise.all(Array.from({ length: renders }, () => render(false)));
      const ids = responses.map(({ json }) => Schema.decodeUnknownSync(SubmittedRender)(json).id);
      await waitForEmptyQueues(call);
      const seconds = (performance.now() - start) / 1000;
      const figures = await loop();
      const latency = await latencies(call, ids);
      return { loop: figures, latency, perSecond: renders / seconds };
    };

    await loop();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const idle = await loop();
    await call("PUT", "/v1/templates/invoice", TEMPLATE);
    const cold = await burst();
    const bursts: Array<Burst> = [];
    for (let round = 0; round < rounds; round++) bursts.push(await burst());
    const [alone, drawing]: [Array<number>, Array<number>] = [[], []];
    await floor.draw(renders, 1);
    for (let index = 0; index < renders; index++) {
      const start = performance.now();
      await render(true);
      alone.push(performance.now() - start);
      drawing.push(...(await floor.draw(1, 1)).each);
    }
    return { idle, cold, bursts, alone: distribution(alone), drawing: distribution(drawing) };
  } finally {
    await floor.stop();
    await server.stop();
  }
}

/** From acceptance to success, by the times of the service itself. */
async function latencies(call: Call, ids: ReadonlyArray<string>): Promise<Distribution> {
  const times: Array<number> = [];
  for (const id of ids) {
    const { json } = await call("GET", `/v1/renders/${id}`);
    const { status, createdAt, completedAt } = Schema.decodeUnknownSync(FinishedRender)(json);
    if (status !== "succeeded") throw new Error(`A render ended as ${status}`);
    times.push(Date.parse(completedAt) - Date.parse(createdAt));
  }
  return distribution(times);
}
