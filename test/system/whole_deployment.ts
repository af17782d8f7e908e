import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";

import { assert } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { variableFont } from "../../packages/pdf/testing/font_files.ts";
import { databaseLayer, type Deployment } from "../support/deployment.ts";
import {
  retryUntilSuccess,
  signingDeployment,
  until,
} from "../support/signing/signing_deployment.ts";
import { webhookReceiver } from "./webhook_receiver.ts";

/** A deployment with rows of every kind, and a webhook that received their events. */
export const wholeDeployment = Effect.fnUntraced(function* (databaseUrl?: string) {
  const { told: eventIds, url } = yield* webhookReceiver;
  const signing = yield* signingDeployment(databaseUrl);
  const { call, create, prepare, database } = signing;
  const webhook = { url, events: ["*"] };
  assert.strictEqual((yield* call("POST", "/v1/webhooks", webhook)).status, 201);
  const body = { data: { name: 'Zoë\u2028\\ "x"' }, options: { sync: true } };
  const renderId = String(fieldsOf(yield* call("POST", "/v1/templates/letter/render", body))["id"]);
  const shares = `/v1/renders/${renderId}/shares`;
  const link = fieldsOf(yield* call("POST", shares, { channel: "link" }));
  yield* call("POST", shares, { channel: "email", recipientEmail: "reader@example.com" });
  const requestId = String(fieldsOf(yield* create("one"))["id"]);
  yield* retryUntilSuccess(yield* prepare("one"));
  yield* until(call("GET", `/v1/signatures/${requestId}`), ({ text }) =>
    text.includes('"completed"'),
  );
  const font = { name: "Boxes", data: variableFont().toString("base64") };
  assert.strictEqual((yield* call("POST", "/v1/fonts", font)).status, 201);
  yield* Effect.provide(addCatalog, database);
  return {
    ...signing,
    told: eventIds,
    renderId,
    requestId,
    shareUrl: String(link["shareUrl"] ?? link["url"]),
  };
});

/** Values that encoding errors would change. */
const addCatalog = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    INSERT INTO embed_catalogs (id, project_id, name, version, catalog, created_at)
    SELECT
      gen_random_uuid(), id, 'Ünï "quoted" \\ tab	end', 1,
      '{"b": 1.10,  "a":12345678901234567890, "a": "\\u00e9\\n"}',
      '2026-01-02 03:04:05.678901+00'
    FROM projects`,
);

/** Waits until no email, job, delivery or withheld event is pending. */
export const awaitIdle = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  until(
    sql<{ n: number }>`
      SELECT (
        (SELECT count(*) FROM mails WHERE status = 'queued')
        + (SELECT count(*) FROM render_jobs)
        + (SELECT count(*) FROM email_jobs)
        + (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending')
        + (SELECT count(*) FROM renders WHERE status = 'queued')
        + (SELECT count(*) FROM signature_requests WHERE claim IS NOT NULL)
        + (SELECT count(*) FROM events WHERE written_by >= pg_snapshot_xmin(pg_current_snapshot()))
      )::int AS n`,
    (rows) => rows[0]?.n === 0,
  ),
);

/** All rows of all tables as PostgreSQL prints them, without the positions of events. */
const dump = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms();
  const tables = yield* sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
    ORDER BY relname`;
  const rowsByTable: Record<string, ReadonlyArray<unknown>> = {};
  for (const { name } of tables) {
    const rows =
      name === "events"
        ? sql`SELECT id, project_id, type, body, created_at FROM events ORDER BY written_by, position`
        : sql`SELECT t::text AS row FROM ${sql(name)} t ORDER BY 1`;
    if (!name.endsWith("_migrations")) rowsByTable[name] = yield* rows.unprepared;
  }
  return rowsByTable;
});

/** All files below a folder with their hashes, except hidden ones. */
export function filesBelow(folder: string): Record<string, string> {
  const entries = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }) : [];
  const files = entries
    .map(String)
    .filter((name) => !name.split(path.sep).some((part) => part.startsWith(".")))
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(
    files.toSorted().map((name) => {
      const bytes = fs.readFileSync(path.join(folder, name));
      return [name, createHash("sha256").update(bytes).digest("hex")];
    }),
  );
}

/** The files of a deployment that a backup contains. */
export function backupFiles({ dataDir }: Deployment): Record<string, Record<string, string>> {
  const folders = ["files", "signing", "embed", "outbox"];
  return Object.fromEntries(folders.map((name) => [name, filesBelow(path.join(dataDir, name))]));
}

/** The dump of a deployment. */
export const dumpOf = (deployment: Deployment) => Effect.provide(dump, databaseLayer(deployment));
