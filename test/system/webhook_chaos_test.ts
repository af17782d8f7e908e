import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Projects } from "@paraph/core/projects";
import { type ProjectId, Transaction } from "@paraph/core/values";
import { EventPublisher, Webhooks } from "@paraph/core/webhooks";
import { migrate } from "@paraph/database";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { QUICK_TO_START } from "@paraph/testing/quick_to_start";
import { Effect, Layer, Schedule } from "effect";
import { SqlClient } from "effect/sql";
import { Webhook as Verifier } from "standardwebhooks";

import { localServer } from "../../packages/testing/local_server.ts";
import { databaseLayer, type Deployment, makeDataDir } from "../support/deployment.ts";

const EVENTS = 500;
const KILLS = 5;
/** The number of concurrent deliveries of one webhook. */
const LANES = 4;

const WORKER = path.join(import.meta.dirname, "webhook_worker_fixture.ts");

/** Starts a worker process; resolves when it works. */
async function startWorker({ dataDir, databaseUrl }: Deployment): Promise<ChildProcess> {
  const args = databaseUrl === undefined ? [dataDir] : [dataDir, databaseUrl];
  const child = spawn(process.execPath, [...QUICK_TO_START, WORKER, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

async function killWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Pseudorandom numbers from 0 to 1, the same for the same seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A receiver's record of an event: its bytes, the number of deliveries, whether it accepted one. */
interface EventRecord {
  readonly bodies: Set<string>;
  requests: number;
  taken: boolean;
}

/** A receiver that accepts about half of the deliveries. */
function unreliableReceiver(
  chance: () => number,
  records: Map<string, EventRecord>,
  secrets: ReadonlyArray<string>,
) {
  const problems: Array<string> = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Array<Buffer> = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      try {
        new Verifier(secrets[0] ?? "").verify(body, headers);
      } catch (error) {
        problems.push(String(error));
      }
      const id = headers["webhook-id"] ?? "";
      const event = records.get(id) ?? { bodies: new Set<string>(), requests: 0, taken: false };
      records.set(id, event);
      event.bodies.add(body);
      event.requests++;
      const take = () => {
        event.taken = true;
        response.end("ok");
      };
      const mood = chance();
      if (mood < 0.5) take();
      else if (mood < 0.6) response.writeHead(500).end("no");
      else if (mood < 0.68) response.writeHead(302, { location: "/stray" }).end();
      else if (mood < 0.78) setTimeout(take, 150);
      else if (mood < 0.88) request.socket.destroy();
      // Usually too late, but in time for a slow worker.
      else if (mood < 0.94) setTimeout(take, 600);
      // Otherwise it hangs.
    });
  };
  return { listener, problems };
}

const publish = (projectId: ProjectId, n: number) =>
  EventPublisher.use(({ publish }) => publish({ projectId, type: "render.queued", data: { n } }));

/** Publishes events, and some whose transaction rolls back. */
const publishAll = Effect.fnUntraced(function* (project: ProjectId) {
  const { run } = yield* Transaction;
  for (let n = 0; n < EVENTS; n++) {
    yield* run(publish(project, n));
    if (n % 10 === 0) {
      yield* Effect.flip(run(Effect.andThen(publish(project, -1), Effect.fail("rolled back"))));
    }
  }
});

const pending = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT 1 FROM webhook_deliveries WHERE status = 'pending' LIMIT 1`,
);

const scenario = Effect.fnUntraced(function* (deployment: Deployment) {
  yield* migrate;
  const projects = yield* Projects;
  const webhooks = yield* Webhooks;
  const account = yield* projects.openAccount("Acme");
  const { id: project } = yield* projects.create(account.id, "Chaos");
  const receivers = yield* Effect.forEach([1, 2], (seed) =>
    Effect.gen(function* () {
      const records = new Map<string, EventRecord>();
      const secrets: Array<string> = [];
      const { listener, problems } = unreliableReceiver(chances(seed), records, secrets);
      const { port } = yield* localServer(listener);
      const url = `http://127.0.0.1:${port}/`;
      const { id, secret } = yield* webhooks.create(project, { url, events: ["*"] });
      secrets.push(secret);
      return { id, known: records, problems };
    }),
  );

  let worker: ChildProcess = yield* Effect.promise(() => startWorker(deployment));
  yield* Effect.addFinalizer(() => Effect.promise(() => killWorker(worker)));
  const killing = Effect.forEach(
    Array.from({ length: KILLS }),
    () =>
      Effect.promise(async () => {
        await killWorker(worker);
        worker = await startWorker(deployment);
      }).pipe(Effect.delay("1500 millis")),
    { discard: true },
  );
  yield* Effect.all([publishAll(project), killing], { concurrency: 2 });
  yield* pending.pipe(
    Effect.repeat({ until: (rows) => rows.length === 0, schedule: Schedule.spaced("200 millis") }),
    Effect.timeout("90 seconds"),
  );

  for (const { id, known: records, problems } of receivers) {
    assert.isEmpty(problems);
    assert.strictEqual(records.size, EVENTS);
    const sql = yield* SqlClient.SqlClient;
    const log = yield* sql<{
      readonly eventId: string;
      readonly body: string;
      readonly status: string;
      readonly attempts: number;
      readonly responseStatus: number;
    }>`
      SELECT event_id, events.body, status, attempts, response_status
      FROM webhook_deliveries
      JOIN events ON events.id = event_id
      WHERE webhook_id = ${id}`;
    assert.lengthOf(log, EVENTS);
    let unsentCount = 0;
    for (const { eventId, body, status, attempts, responseStatus } of log) {
      const event = records.get(eventId);
      assert.isTrue(event?.taken, `${eventId} arrived`);
      assert.deepEqual([...(event?.bodies ?? [])], [body]);
      assert.deepEqual([status, responseStatus], ["succeeded", 200]);
      assert.isAtLeast(attempts, event?.requests ?? 0);
      unsentCount += attempts - (event?.requests ?? 0);
    }
    // Attempts that their killed worker had recorded but not sent.
    assert.isAtMost(unsentCount, KILLS * LANES);
  }
});

const run = Effect.fnUntraced(function* (deployment: Deployment) {
  const services = Webhooks.layer({ allowPrivateNetwork: true }).pipe(
    Layer.provideMerge(databaseLayer(deployment)),
  );
  yield* Effect.provide(scenario(deployment), services);
}, Effect.scoped);

describe("webhookWorker(), killed five times, with unreliable receivers", () => {
  it.live("delivers each of 500 events, always with the same bytes, and logs the attempts", () =>
    Effect.flatMap(makeDataDir, (dataDir) => run({ dataDir })),
  );

  it.live.skipIf(TEST_DATABASE_URL === undefined)("on a PostgreSQL server as well", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase(TEST_DATABASE_URL ?? "");
      yield* run({ dataDir: yield* makeDataDir, databaseUrl });
    }),
  );
});
