import * as fs from "node:fs";
import * as path from "node:path";

import { assert } from "@effect/vitest";
import { DateTime, Effect, Exit, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { startParaph, startServer } from "../../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { type RawResponse, send } from "../../../packages/http/_testing/http_client.ts";
import {
  databaseLayer,
  caller,
  type Deployment,
  environment,
  makeDataDir,
  createProjectKey,
} from "../deployment.ts";
import { emailsIn } from "./signing_by_email.ts";

const LETTER = {
  name: "Letter",
  manifest: { variables: [{ key: "name", label: "Name", dataType: "text" }], loops: [] },
};

const Ceremony = Schema.Struct({
  consent: Schema.Struct({ sha256: Schema.String }),
  fields: Schema.Array(Schema.Struct({ id: Schema.String })),
});

/** Leases of a killed process expire after a while. This simulates that the time has passed. */
const expireLeases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    UPDATE signature_requests SET due_at = clock_timestamp() WHERE due_at IS NOT NULL`;
  yield* sql`
    UPDATE email_jobs
    SET claimed_until = clock_timestamp()
    WHERE claim IS NOT NULL`;
});

/** Polls until the result meets a condition, and returns it. */
export const until = <A, E, R>(effect: Effect.Effect<A, E, R>, predicate: (value: A) => boolean) =>
  effect.pipe(
    Effect.repeat({ until: predicate, schedule: Schedule.spaced("2 millis") }),
    Effect.timeout("2 minutes"),
  );

/** Retries like a persistent client after interrupted and unfinished requests. */
export const retryUntilSuccess = (request: Effect.Effect<RawResponse>) =>
  until(Effect.exit(request), (exit) => Exit.isSuccess(exit) && exit.value.status < 300).pipe(
    Effect.flatMap((exit) => exit),
  );

/** Prepares the submission of a recipient who got an email. */
export const prepareSignature = Effect.fnUntraced(function* (
  outbox: string,
  address: string,
  sendTo: (request: Parameters<typeof send>[1]) => Effect.Effect<RawResponse>,
) {
  const emails = Effect.map(emailsIn(outbox, address), (all) =>
    all.filter(({ to }) => to === address),
  );
  const inbox = yield* until(emails, (all) => all.length > 0);
  const basePath = `/sign/${inbox[0]?.token}`;
  const response = yield* sendTo({ path: `${basePath}/ceremony` });
  const { consent, fields } = yield* Schema.decodeUnknownEffect(Ceremony)(response.json);
  const body = JSON.stringify({
    consent: consent.sha256,
    signature: { kind: "typed", text: "Ada Lovelace" },
    date: DateTime.formatIsoDateUtc(yield* DateTime.now),
    values: Object.fromEntries(fields.map(({ id }) => [id, true])),
  });
  return sendTo({ method: "POST", path: `${basePath}/finish`, body });
});

/**
 * A deployment that tests kill and restart, with a document to send. On a database server, a separate worker
 * does the work and is killed.
 */
export const signingDeployment = Effect.fnUntraced(function* (databaseUrl?: string) {
  const deployment: Deployment = {
    dataDir: yield* makeDataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
  const outbox = path.join(deployment.dataDir, "outbox");
  const database = databaseLayer(deployment);
  const settings = { ...environment(deployment), RATE_LIMIT: "off" };
  const hasEmbeddedWorker = databaseUrl === undefined;
  const startWorker = startParaph(["worker"], settings);
  const start = startServer(hasEmbeddedWorker ? [] : ["--no-worker"], settings);
  let server = yield* start;
  const key = yield* Effect.provide(createProjectKey, database);
  let worker = hasEmbeddedWorker ? server : yield* startWorker;
  const call = (...args: Parameters<ReturnType<typeof caller>>) =>
    Effect.suspend(() => caller(server.port, key)(...args));
  assert.strictEqual((yield* call("PUT", "/v1/templates/letter", LETTER)).status, 201);
  const body = { data: { name: "Ada" }, options: { sync: true } };
  const renderId = fieldsOf(yield* call("POST", "/v1/templates/letter/render", body))["id"];

  /** Requests one signature and one copy; repeated calls are idempotent. */
  const create = (name: string) =>
    call(
      "POST",
      "/v1/signatures",
      {
        renderId,
        name,
        recipients: [
          { firstName: "Ada", email: `ada-${name}@example.com` },
          { firstName: "Carl", email: `carl-${name}@example.com`, designation: "CC" },
        ],
        fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
      },
      { "idempotency-key": name },
    );
  const emails = emailsIn(outbox);
  const prepare = (name: string) =>
    prepareSignature(outbox, `ada-${name}@example.com`, (request) =>
      Effect.suspend(() => send(server.port, request)),
    );

  return {
    deployment,
    key,
    call,
    create,
    prepare,
    mails: emails,
    files: (id: string) => {
      const folder = path.join(deployment.dataDir, "files", "signatures", id);
      return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    },
    file: (id: string, name: string) =>
      fs.readFileSync(path.join(deployment.dataDir, "files", "signatures", id, name)),
    crash: Effect.gen(function* () {
      yield* worker.stop("SIGKILL");
      if (hasEmbeddedWorker) server = yield* start;
      worker = hasEmbeddedWorker ? server : yield* startWorker;
      yield* Effect.provide(expireLeases, database);
    }),
    database,
    stop: Effect.suspend(() =>
      Effect.all([worker.stop("SIGTERM"), server.stop("SIGTERM")], { concurrency: 2 }),
    ),
  };
});

/** A deployment and its actions. */
export type SigningDeployment = Effect.Success<ReturnType<typeof signingDeployment>>;
