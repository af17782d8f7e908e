import { assert, describe, it } from "@effect/vitest";
import { Clock, Duration, Effect, Fiber } from "effect";

import { receiver } from "../../packages/testing/webhook_receiver.ts";
import {
  databaseLayer,
  environment,
  makeDataDir,
  createProjectKey,
} from "../support/deployment.ts";
import { type ClientResults, emptyResults, makeClients } from "../system/fleet/clients.ts";
import { startNode } from "../system/fleet/node.ts";
import { ownPostgres, POSTGRES_BIN } from "../system/fleet/own_postgres.ts";
import { ALLOWED_RESPONSE, assertComplete, assertDelivered, LETTER } from "../system/fleet/work.ts";

/** The duration of the load, and the interval of kills. */
const LOAD_DURATION = Duration.seconds(Number(process.env["CHAOS_SECONDS"] ?? 300));
const KILL_INTERVAL = Duration.seconds(20);
const PAUSE = Duration.divideUnsafe(KILL_INTERVAL, 2);
/** The minimum of accepted renders, shares and viewer events. */
const MIN_ACCEPTED = (5000 * Duration.toSeconds(LOAD_DURATION)) / 300;
const CLIENTS = 12;

const fleet = Effect.gen(function* () {
  const database = yield* ownPostgres;
  const deployment = { dataDir: yield* makeDataDir, databaseUrl: database.url };
  const settings = {
    ...environment(deployment),
    RATE_LIMIT: "off",
    SERVICE_ENV: "test",
    LOG_LEVEL: "info",
    LOG_FORMAT: "json",
  };
  const first = yield* startNode("server 1", ["serve", "--no-worker"], settings);
  const nodes = [
    first,
    yield* startNode("server 2", ["serve", "--no-worker"], settings),
    yield* startNode("worker 1", ["worker"], settings),
    yield* startNode("worker 2", ["worker"], settings),
  ];
  const services = databaseLayer(deployment);
  const key = yield* Effect.provide(createProjectKey, services);
  const ports = nodes.flatMap(({ port }) => port ?? []);
  return { database, deployment, nodes, beside: services, key, ports };
});

describe.skipIf(POSTGRES_BIN === undefined)("two servers and two workers on one PostgreSQL", () => {
  it.live("neither lose nor repeat work while they and the database are killed", () =>
    Effect.gen(function* () {
      const { database, deployment, nodes, beside, key, ports } = yield* fleet;
      const results = emptyResults();
      const { render, share, ask } = makeClients(ports, key, results);
      const headers = { authorization: `Bearer ${key}` };
      const call = (method: string, route: string, json: unknown) =>
        ask({ method, path: route, headers, body: JSON.stringify(json) });
      yield* call("PUT", "/v1/templates/letter", LETTER);
      const webhookReceiver = yield* receiver((_, response) => response.end());
      yield* call("POST", "/v1/webhooks", { url: webhookReceiver.url, events: ["*"] });

      // Kills in turn a server, the database, a worker, the database, the other server, …
      let turn = 0;
      const victims = [0, 2, 1, 3].map((index) => nodes[index]?.kill ?? Effect.void);
      const strike = Effect.suspend(() => {
        const step = turn++;
        if (step % 2 === 0) return victims[(step / 2) % victims.length] ?? Effect.void;
        return Effect.andThen(database.crash, database.start);
      });
      const killing = yield* Effect.forkScoped(
        Effect.forever(Effect.andThen(Effect.sleep(PAUSE), Effect.uninterruptible(strike))),
      );
      const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(LOAD_DURATION);
      let n = 0;
      // No client is interrupted: each retries its request until it has a response.
      const client = Effect.gen(function* () {
        yield* render(`Customer ${n++}`);
        yield* share(yield* render(`Customer ${n++}`));
        return (yield* Clock.currentTimeMillis) > end;
      }).pipe(Effect.repeat({ until: (isOver) => isOver }));
      yield* Effect.all(
        Array.from({ length: CLIENTS }, () => client),
        { concurrency: "unbounded" },
      );
      yield* Fiber.interrupt(killing);
      yield* Effect.logInfo("Load is over", summary(results, turn));

      const eventIds = yield* Effect.provide(assertComplete(deployment, results), beside);
      assertDelivered(webhookReceiver.received, eventIds);
      for (const response of results.responseCounts.keys())
        assert.match(response, ALLOWED_RESPONSE);
      const { renders, shares, printedShares } = results;
      assert.isAtLeast(renders.length + shares.size + printedShares.size, MIN_ACCEPTED);
      for (const node of nodes) assert.notMatch(node.output(), /request failed/, node.name);
    }).pipe(Effect.scoped),
  );
});

/** Formats the results. */
function summary(
  { renders, shares, printedShares, responseCounts: responses, missingResponses }: ClientResults,
  kills: number,
) {
  const counts = { renders: renders.length, shares: shares.size, printed: printedShares.size };
  return {
    ...counts,
    strikes: kills,
    unanswered: missingResponses,
    answers: Object.fromEntries(responses),
  };
}
