import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { DateTime, Effect, Schema, type Scope } from "effect";
import { SqlClient } from "effect/sql";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { receiver } from "../../packages/testing/webhook_receiver.ts";
import { awaiting } from "../support/killable_server.ts";
import { emailsIn } from "../support/signing/signing_by_email.ts";
import { erasingDeployment, tracesOf } from "./erasure_fixture.ts";

/** A text that only the erased person's data contain, so that each occurrence is a missed erasure. */
const MARK = "zzyvonne";
const EMAIL = `${MARK}@example.com`;
const UA = { "user-agent": `${MARK}/1.0`, "x-forwarded-for": "203.0.113.7" };

const Page = Schema.Struct({
  consent: Schema.Struct({ sha256: Schema.String }),
  fields: Schema.Array(Schema.Struct({ id: Schema.String })),
});

type Deployment = Effect.Success<ReturnType<typeof erasingDeployment>>;

const submit = Effect.fnUntraced(function* ({ call }: Deployment, name: string, key: string) {
  const body = { data: { name }, jobId: key, options: { sync: true, filename: `${name}.pdf` } };
  const response = yield* call("POST", "/v1/templates/letter/render", body);
  return { id: String(fieldsOf(response)["id"]), status: response.status };
});

const awaitEmail = (outbox: string, email: string, about: RegExp) =>
  Effect.map(
    awaiting(emailsIn(outbox), (emails) =>
      emails.some(({ to, subject }) => to === email && about.test(subject)),
    ),
    (emails) => emails.find(({ to, subject }) => to === email && about.test(subject))!,
  );

/** Emails a document and performs every action of its recipient. */
const shareAndView = Effect.fnUntraced(function* (deployment: Deployment, render: string) {
  const { call, visit, outbox } = deployment;
  const emailRequest = { to: EMAIL, recipientName: MARK, message: `Dear ${MARK}` };
  const share = fieldsOf(yield* call("POST", `/v1/renders/${render}/email`, emailRequest));
  const token = String(share["shareToken"]);
  for (const eventType of ["viewed", "downloaded", "printed"]) {
    yield* visit("POST", `/share/${token}/events`, UA, { eventType });
  }
  const email = yield* awaitEmail(outbox, EMAIL, /./);
  yield* visit("GET", `/t/${email.id}.gif`, UA);
  const event = { eventType: "viewed", metadata: { who: EMAIL } };
  yield* call("POST", `/v1/renders/${render}/events`, event, UA);
  return token;
});

/** Lets a recipient sign, and waits for the evidence. */
const signAndWait = Effect.fnUntraced(function* (deployment: Deployment, renderId: string) {
  const { call, visit, outbox } = deployment;
  const response = yield* call(
    "POST",
    "/v1/signatures",
    {
      renderId,
      name: `Contract of ${MARK}`,
      recipients: [{ firstName: MARK, lastName: MARK, email: EMAIL }],
      fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
    },
    { "idempotency-key": `sign-${MARK}` },
  );
  const id = String(fieldsOf(response)["id"]);
  const { token } = yield* awaitEmail(outbox, EMAIL, /sign|Contract/i).pipe(
    Effect.flatMap(() =>
      awaiting(emailsIn(outbox), (all) => all.some((mail) => mail.token !== "")),
    ),
    Effect.map((emails) => emails.find((mail) => mail.token !== "")!),
  );
  const ceremony = yield* visit("GET", `/sign/${token}/ceremony`, UA);
  const { consent, fields } = yield* Schema.decodeUnknownEffect(Page)(ceremony.json);
  const finishResponse = yield* visit("POST", `/sign/${token}/finish`, UA, {
    consent: consent.sha256,
    signature: { kind: "typed", text: MARK },
    date: DateTime.formatIsoDateUtc(yield* DateTime.now),
    values: Object.fromEntries(fields.map((field) => [field.id, true])),
  });
  assert.isBelow(finishResponse.status, 300, finishResponse.text);
  yield* awaiting(
    Effect.map(call("GET", `/v1/signatures/${id}`), fieldsOf),
    ({ status }) => status === "completed",
  );
  return id;
});

/** Waits until no webhook delivery is pending. */
const deliveriesSettled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* awaiting(
    sql`SELECT 1 FROM webhook_deliveries WHERE status = 'pending'`,
    (rows) => rows.length === 0,
  );
});

function journeys(database: Effect.Effect<string | undefined, never, Scope.Scope>) {
  it.live("leaves no trace of a render that was shared, filled in and signed", () =>
    Effect.gen(function* () {
      const echo = yield* receiver((_, response) => response.end(`Thank you, ${MARK}`));
      const deployment = yield* erasingDeployment(yield* database);
      const { call, visit, deployment: storage } = deployment;
      const webhook = fieldsOf(yield* call("POST", "/v1/webhooks", { url: echo.url }));
      const { id } = yield* submit(deployment, MARK, `order-${MARK}`);
      const form = yield* deployment.submitForm(
        { externalId: MARK, displayName: MARK, email: EMAIL },
        { name: MARK },
      );
      const token = yield* shareAndView(deployment, id);
      yield* signAndWait(deployment, id);
      yield* Effect.provide(deliveriesSettled, deployment.database);
      const traces = Effect.provide(tracesOf(MARK, storage.dataDir), deployment.database);
      const before = yield* traces;
      for (const table of ["renders", "shares", "mails", "events", "signing_audit"]) {
        assert.include(before.join("\n"), `table ${table}:`);
      }
      const feed = yield* awaiting(
        Effect.map(call("GET", "/v1/events?limit=3"), fieldsOf),
        ({ nextCursor }) => nextCursor !== null,
      );

      for (const render of [id, form]) {
        assert.strictEqual((yield* call("DELETE", `/v1/renders/${render}`)).status, 204);
        assert.strictEqual((yield* call("DELETE", `/v1/renders/${render}`)).status, 404);
        assert.strictEqual((yield* call("GET", `/v1/renders/${render}`)).status, 404);
      }
      assert.strictEqual((yield* visit("GET", `/share/${token}`, UA)).status, 404);
      const files = path.join(storage.dataDir, "files");
      yield* awaiting(
        Effect.sync(() =>
          fs
            .readdirSync(files, { recursive: true, encoding: "utf8" })
            .filter((name) => name.endsWith(".pdf")),
        ),
        (names) => names.length === 0,
      );
      yield* awaiting(traces, (remaining) => remaining.length === 0);

      // Readers of events continue at their cursor, and a repeated request gets a clear error.
      const after = String(feed["nextCursor"]);
      assert.strictEqual((yield* call("GET", `/v1/events?after=${after}`)).status, 200);
      assert.strictEqual((yield* submit(deployment, MARK, `order-${MARK}`)).status, 404);
      const log = yield* call("GET", `/v1/webhooks/${String(webhook["id"])}/deliveries`);
      assert.strictEqual(log.status, 200);
    }).pipe(Effect.scoped),
  );

  it.live("removes a person from records that may remain, and reports the rest", () =>
    Effect.gen(function* () {
      const deployment = yield* erasingDeployment(yield* database);
      const { call, visit, deployment: storage } = deployment;
      const { id: sharedId } = yield* submit(deployment, "Somebody", "1");
      const { id: holding } = yield* submit(deployment, EMAIL, "2");
      const { id: evidence } = yield* submit(deployment, "Somebody", "3");
      yield* deployment.submitForm(
        { externalId: "u1", displayName: MARK, email: EMAIL },
        { name: "Somebody" },
      );
      const token = yield* shareAndView(deployment, sharedId);
      const signature = yield* signAndWait(deployment, evidence);

      const response = yield* call("POST", "/v1/erasures", { email: "unknown" });
      assert.strictEqual(response.status, 400);
      const first = fieldsOf(yield* call("POST", "/v1/erasures", { email: EMAIL.toUpperCase() }));
      assert.deepInclude(first["left"], {
        openSignatures: [],
        renders: [holding],
        hasMore: false,
        evidence: [{ id: signature, renderId: evidence }],
      });
      assert.include(first["erased"], { renders: 0, shares: 1, submissions: 1, sessions: 1 });
      assert.strictEqual((yield* visit("GET", `/share/${token}`, UA)).status, 410);
      assert.strictEqual((yield* call("GET", `/v1/renders/${sharedId}`)).status, 200);
      const shares = yield* call("GET", `/v1/renders/${sharedId}/shares`);
      assert.notInclude(shares.text, MARK);
      const engagement = yield* call("GET", `/v1/renders/${sharedId}/engagement`);
      assert.notInclude(engagement.text, MARK);

      const request = { email: EMAIL, documents: true };
      const second = fieldsOf(yield* call("POST", "/v1/erasures", request));
      assert.deepEqual(second["left"], {
        openSignatures: [],
        evidence: [],
        renders: [],
        hasMore: false,
      });
      assert.include(second["erased"], { renders: 2 });
      yield* awaiting(
        Effect.provide(tracesOf(MARK, storage.dataDir), deployment.database),
        (remaining) => remaining.length === 0,
      );
    }).pipe(Effect.scoped),
  );

  it.live(
    "responds while others read and share: each request gets a declared response, none a 500",
    () =>
      Effect.gen(function* () {
        const deployment = yield* erasingDeployment(yield* database);
        const { call, visit } = deployment;
        for (const key of ["1", "2", "3"]) {
          const { id } = yield* submit(deployment, "Somebody", key);
          const share = fieldsOf(yield* call("POST", `/v1/renders/${id}/shares`, {}));
          const events = `/share/${String(share["shareToken"])}/events`;
          const reading = Array.from({ length: 30 }, (_, index) =>
            visit("POST", events, {}, { eventType: index % 2 === 0 ? "viewed" : "printed" }),
          );
          const sharing = Array.from({ length: 6 }, (_, index) =>
            index % 2 === 0
              ? call("POST", `/v1/renders/${id}/shares`, {})
              : call("POST", `/v1/renders/${id}/email`, { to: `guest-${index}@example.com` }),
          );
          const erase = call("DELETE", `/v1/renders/${id}`);
          const before = [...sharing.slice(3), ...reading.slice(15)];
          const after = [...reading.slice(0, 15), ...sharing.slice(0, 3)];
          const responses = yield* Effect.all([...before, erase, ...after], {
            concurrency: "unbounded",
          });
          assert.deepEqual(
            responses.map(({ status, text }) => (status < 500 ? "" : text)).filter(Boolean),
            [],
          );
          assert.strictEqual((yield* call("GET", `/v1/renders/${id}`)).status, 404);
        }
      }).pipe(Effect.scoped),
  );

  it.live("erases nothing that is out for signature", () =>
    Effect.gen(function* () {
      const deployment = yield* erasingDeployment(yield* database);
      const { call } = deployment;
      const { id } = yield* submit(deployment, EMAIL, "1");
      const response = yield* call("POST", "/v1/signatures", {
        renderId: id,
        name: "Contract",
        recipients: [{ firstName: "Ada", email: EMAIL }],
        fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
      });
      const signature = String(fieldsOf(response)["id"]);
      assert.strictEqual((yield* call("DELETE", `/v1/renders/${id}`)).status, 409);
      const { left } = fieldsOf(
        yield* call("POST", "/v1/erasures", { email: EMAIL, documents: true }),
      );
      assert.deepInclude(left, { openSignatures: [{ id: signature, renderId: id }] });
      assert.strictEqual(
        (yield* call("POST", `/v1/signatures/${signature}/cancel`, {})).status,
        200,
      );
      const responses = yield* Effect.all(
        Array.from({ length: 4 }, () => call("DELETE", `/v1/renders/${id}`)),
        { concurrency: 4 },
      );
      assert.sameMembers(
        responses.map(({ status }) => status),
        [204, 404, 404, 404],
      );
    }).pipe(Effect.scoped),
  );
}

describe("erasing", { timeout: 180_000 }, () => {
  journeys(Effect.succeed(undefined));
});

describe.skipIf(TEST_DATABASE_URL === undefined)(
  "erasing on a database server",
  { timeout: 180_000 },
  () => {
    journeys(Effect.suspend(() => freshDatabase(TEST_DATABASE_URL ?? "")));
  },
);
