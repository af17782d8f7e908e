import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { caller } from "../support/deployment.ts";
import { awaiting, publishLetter, startKillable } from "../support/killable_server.ts";
import { emailsIn } from "../support/signing/signing_by_email.ts";

const COUNT = 60;

const ROWS = Array.from({ length: COUNT }, (_, index) => ({
  data: { name: `Client ${index}` },
  recipients: [{ firstName: "Ada", email: `client-${index}@example.com` }],
}));

const Results = Schema.Struct({
  rows: Schema.Array(Schema.Struct({ status: Schema.String, signatureId: Schema.String })),
});

const rowsSent = Effect.map(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly count: number }>`
      SELECT count(*)::int AS count FROM signature_requests`,
  ),
  ([row]) => row?.count ?? 0,
);

const completions = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly type: string; readonly count: number }>`
    SELECT type, count(*)::int AS count FROM events
    WHERE type IN ('render_batch.completed', 'signature_bulk.completed', 'signature.sent')
    GROUP BY type ORDER BY type`,
);

describe("a server killed during a bulk request", () => {
  it.live(
    "renders and sends each row once, and reports the end once",
    () =>
      Effect.gen(function* () {
        const { deployment, server, start, database, key, call } = yield* startKillable();
        yield* publishLetter(call);
        const accepted = yield* call("POST", "/v1/signatures/bulk", {
          template: "letter",
          rows: ROWS,
          fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
        });
        assert.strictEqual(accepted.status, 202, accepted.text);
        const { id } = fieldsOf(accepted);

        let running = server;
        for (const sent of [1, 20, 45]) {
          const seen = yield* Effect.provide(
            awaiting(rowsSent, (count) => count >= sent),
            database,
          );
          assert.isBelow(seen, COUNT);
          yield* running.stop("SIGKILL");
          running = yield* start;
        }

        const callLast = caller(running.port, key);
        const bulk = Effect.map(callLast("GET", `/v1/signatures/bulk/${String(id)}`), fieldsOf);
        const { sent, failed } = yield* awaiting(bulk, ({ status }) => status === "completed");
        assert.deepStrictEqual({ sent, failed }, { sent: COUNT, failed: 0 });
        const { json } = yield* callLast("GET", `/v1/signatures/bulk/${String(id)}/rows`);
        const { rows } = yield* Schema.decodeUnknownEffect(Results)(json);
        assert.strictEqual(new Set(rows.map(({ signatureId }) => signatureId)).size, COUNT);
        assert.strictEqual(yield* Effect.provide(rowsSent, database), COUNT);
        assert.deepStrictEqual(yield* Effect.provide(completions, database), [
          { type: "render_batch.completed", count: 1 },
          { type: "signature.sent", count: COUNT },
          { type: "signature_bulk.completed", count: 1 },
        ]);
        const emails = emailsIn(path.join(deployment.dataDir, "outbox"));
        const invited = yield* awaiting(emails, (all) => all.length >= COUNT);
        assert.strictEqual(new Set(invited.map(({ to }) => to)).size, COUNT);
      }),
    240_000,
  );
});
