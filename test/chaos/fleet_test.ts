import { createHash } from "node:crypto";
import * as fs from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Clock, Duration, Effect, Fiber, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { receiver } from "../../packages/testing/webhook_receiver.ts";
import {
  databaseLayer,
  environment,
  makeDataDir,
  createProjectKey,
} from "../support/deployment.ts";
import { startNode } from "./fleet.ts";
import { ownPostgres, POSTGRES_BIN } from "./own_postgres.ts";
import { type ClientResults, emptyResults, makeClients } from "./partners.ts";

/** The duration of the load, and the interval of kills. */
const LOAD_DURATION = Duration.seconds(Number(process.env["CHAOS_SECONDS"] ?? 300));
const KILL_INTERVAL = Duration.seconds(20);
const PAUSE = Duration.divideUnsafe(KILL_INTERVAL, 2);
/** The minimum of accepted renders, shares and viewer events. */
const MIN_ACCEPTED = (5000 * Duration.toSeconds(LOAD_DURATION)) / 300;
const CLIENTS = 12;
/** The statuses that a valid request may get (contract §2). */
const ALLOWED_RESPONSE = /^(200|201|202|204|503 (not_ready|queue_unavailable)|-)$/;

const LETTER = {
  name: "Letter",
  manifest: {
    variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
    loops: [],
  },
};

interface Row {
  readonly id: string;
  readonly status: string;
  readonly sha256: string | null;
}

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

/**
 * Asserts that all accepted work was done once, with its file and one event. Returns the ids of the events.
 */
const assertComplete = Effect.fnUntraced(function* (
  { dataDir }: { readonly dataDir: string },
  { renders, shares, printedShares }: ClientResults,
) {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    SELECT 1 FROM renders WHERE status = 'queued'
    UNION ALL
    SELECT 1 FROM webhook_deliveries WHERE status = 'pending'`.pipe(
    Effect.repeat({ until: (left) => left.length === 0, schedule: Schedule.spaced("1 second") }),
    Effect.timeout("5 minutes"),
  );
  const rows = yield* sql<Row>`SELECT id, status, sha256 FROM renders`;
  assert.sameMembers(
    rows.map(({ id }) => id),
    renders,
  );
  const folder = path.join(dataDir, "files", "renders");
  assert.sameMembers(
    fs.readdirSync(folder),
    renders.map((id) => `${id}.pdf`),
  );
  for (const { id, status, sha256 } of rows) {
    assert.strictEqual(status, "succeeded", id);
    const bytes = fs.readFileSync(path.join(folder, `${id}.pdf`));
    assert.strictEqual(createHash("sha256").update(bytes).digest("hex"), sha256);
  }
  const shareRows = yield* sql<{ readonly id: string }>`SELECT id FROM shares`;
  assert.sameMembers(
    shareRows.map(({ id }) => id),
    [...shares.keys()],
  );
  const prints = yield* sql<{ readonly shareId: string }>`
    SELECT share_id FROM engagement_events WHERE event_type = 'printed'`;
  assert.sameMembers(
    prints.map(({ shareId }) => shareId),
    [...printedShares],
  );

  const events = yield* sql<{ readonly id: string; readonly type: string; readonly body: string }>`
    SELECT id, type, body FROM events`;
  const about = (type: string, field: string) =>
    events
      .filter((event) => event.type === type)
      .map(({ body }) => String(JSON.parse(body).data[field]));
  assert.sameMembers(about("render.queued", "id"), renders);
  assert.sameMembers(about("render.succeeded", "id"), renders);
  assert.sameMembers(about("document.share_created", "shareId"), [...shares.keys()]);
  assert.sameMembers(about("document.printed", "shareId"), [...printedShares]);
  return events.map(({ id }) => id);
});

/** Asserts that exactly these events were delivered. */
function assertDelivered(
  deliveries: ReadonlyArray<{ readonly headers: IncomingHttpHeaders }>,
  events: ReadonlyArray<string>,
) {
  const ids = new Set(deliveries.map(({ headers }) => String(headers["webhook-id"])));
  assert.sameMembers([...ids], [...events]);
}
