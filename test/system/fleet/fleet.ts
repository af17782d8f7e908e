import { assert } from "@effect/vitest";
import { Effect, Fiber, Schedule } from "effect";

import { receiver } from "../../../packages/testing/webhook_receiver.ts";
import {
  createProjectKey,
  databaseLayer,
  environment,
  makeDataDir,
} from "../../support/deployment.ts";
import { emptyResults, makeClients } from "./clients.ts";
import { startNode } from "./node.ts";
import { ALLOWED_RESPONSE, assertComplete, assertDelivered, LETTER } from "./work.ts";

const CLIENTS = 6;

/** The database of a fleet. */
export interface FleetDatabase {
  /** The URL that its processes use. */
  readonly url: string;
  /** A URL of the server itself, for the checks at the end. */
  readonly directUrl: string;
}

/** Two servers and two workers with clients that submit and share renders. */
export const startFleet = Effect.fnUntraced(function* (
  { url, directUrl }: FleetDatabase,
  more: Readonly<Record<string, string>> = {},
) {
  const dataDir = yield* makeDataDir;
  const settings = {
    ...environment({ dataDir, databaseUrl: url }),
    RATE_LIMIT: "off",
    LOG_LEVEL: "info",
    ...more,
  };
  // The first one migrates the database.
  const first = yield* startNode("server 1", ["serve", "--no-worker"], settings);
  const others = yield* Effect.all(
    [
      startNode("server 2", ["serve", "--no-worker"], settings),
      startNode("worker 1", ["worker"], settings),
      startNode("worker 2", ["worker"], settings),
    ],
    { concurrency: "unbounded" },
  );
  const nodes = [first, ...others];
  const deployment = { dataDir, databaseUrl: directUrl };
  const key = yield* Effect.provide(createProjectKey, databaseLayer(deployment));
  const ports = nodes.flatMap(({ port }) => port ?? []);
  const results = emptyResults();
  const { render, share, ask } = makeClients(ports, key, results);
  const headers = { authorization: `Bearer ${key}` };
  const call = (method: string, path: string, json?: unknown) =>
    ask({ method, path, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) });
  yield* call("PUT", "/v1/templates/letter", LETTER);
  const webhooks = yield* receiver((_, response) => response.end());
  yield* call("POST", "/v1/webhooks", { url: webhooks.url, events: ["*"] });

  /** Accepted work grows by this number. */
  const accept = (count: number) =>
    Effect.suspend(() => {
      const target = results.renders.length + count;
      return Effect.void.pipe(
        Effect.repeat({
          until: () => results.renders.length >= target,
          schedule: Schedule.spaced("20 millis"),
        }),
      );
    });

  /** Runs clients while something happens to the deployment; each client retries until it has responses. */
  const underLoad = Effect.fnUntraced(function* <A, E, R>(happening: Effect.Effect<A, E, R>) {
    let isOver = false;
    let n = 0;
    const client = Effect.gen(function* () {
      yield* render(`Customer ${n++}`);
      yield* share(yield* render(`Customer ${n++}`));
    }).pipe(Effect.repeat({ until: () => isOver }));
    const clients = yield* Effect.forkChild(
      Effect.all(
        Array.from({ length: CLIENTS }, () => client),
        { concurrency: "unbounded", discard: true },
      ),
    );
    const result = yield* happening;
    isOver = true;
    yield* Fiber.join(clients);
    return result;
  });

  /** Asserts that what was accepted was done once, and that all refusals were clean. */
  const assertWhole = Effect.fnUntraced(function* (checkedUrl = directUrl) {
    const checked = { dataDir, databaseUrl: checkedUrl };
    const ids = yield* Effect.provide(assertComplete(checked, results), databaseLayer(checked));
    assertDelivered(webhooks.received, ids);
    for (const response of results.responseCounts.keys()) assert.match(response, ALLOWED_RESPONSE);
    for (const node of nodes) assert.notMatch(node.output(), /request failed/, node.name);
  });

  return { nodes, ports, key, call, results, accept, underLoad, assertWhole };
});
