import * as http from "node:http";

import { distribution, type Distribution } from "../statistics.ts";

/** A request to repeat. */
export interface Target {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The results of a server under load. */
export interface Load {
  readonly perSecond: number;
  /** Milliseconds from request to the end of its response. */
  readonly latency: Distribution;
}

/** Sends requests from this many concurrent clients, each after its last response, for a while. */
export async function load(target: Target, clients: number, seconds: number): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const times: Array<number> = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const start = performance.now();
      const status = await ask(target, agent);
      times.push(performance.now() - start);
      if (status >= 300) throw new Error(`${target.method} ${target.path}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const perSecond = times.length / ((performance.now() - began) / 1000);
  agent.destroy();
  return { perSecond, latency: distribution(times) };
}

function ask({ body, ...target }: Target, agent: http.Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const framing = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const request = http.request({
      ...target,
      host: "127.0.0.1",
      agent,
      headers: { ...target.headers, ...framing },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    request.end(body);
  });
}
