import { assert, describe, it } from "@effect/vitest";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { verifySealedPdf } from "@paraph/pdf/verify";
import { Effect, Fiber, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import type { SigningEmail } from "../support/signing/signing_by_email.ts";
import {
  retryUntilSuccess,
  signingDeployment,
  type SigningDeployment,
  until,
} from "../support/signing/signing_deployment.ts";

const Events = Schema.Struct({
  events: Schema.Array(
    Schema.Struct({ type: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) }),
  ),
  hasMore: Schema.Literal(false),
});

const isCompletion = ({ type }: { readonly type: string }) => type === "signature.completed";

/** A pending request, and the moment when the server is killed. */
interface PendingRequest extends SigningDeployment {
  readonly id: string;
}

const filesReach = (name: string) => (request: PendingRequest) =>
  until(
    Effect.sync(() => request.files(request.id)),
    (files) => files.some((file) => file.endsWith(name)),
  );

const sealingBegins = ({ id, database }: PendingRequest) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    until(
      sql`SELECT id FROM signature_requests WHERE id = ${id} AND archive_attempts > 0`,
      (rows) => rows.length > 0,
    ),
  ).pipe(Effect.provide(database));

const STEPS: ReadonlyArray<{
  readonly when: string;
  readonly isReached: (request: PendingRequest) => Effect.Effect<unknown, unknown>;
}> = [
  { when: "when the last signature is submitted", isReached: () => Effect.sleep("5 millis") },
  { when: "when sealing has begun", isReached: sealingBegins },
  { when: "when the sealed document is stored", isReached: filesReach("-signed.pdf") },
  { when: "when the certificate is stored", isReached: filesReach("-certificate.pdf") },
  {
    when: "when it is completed",
    isReached: ({ call, id }) =>
      until(call("GET", `/v1/signatures/${id}`), (response) =>
        response.text.includes('"completed"'),
      ),
  },
];

/** Asserts that each request ended with one document, one certificate and one email to each recipient. */
const assertWhole = Effect.fnUntraced(function* (
  { files, file, call, mails: emails, stop, database }: SigningDeployment,
  ids: ReadonlyMap<string, string>,
) {
  for (const id of ids.values()) {
    yield* until(call("GET", `/v1/signatures/${id}`), ({ text }) => text.includes('"completed"'));
  }
  const inbox = yield* until(emails, (all) => all.length >= ids.size * 3);
  const subjectsTo = (address: string) =>
    inbox.filter((email: SigningEmail) => email.to === address).map(({ subject }) => subject);
  // Events are hidden while an older transaction is open, such as that of another email.
  const { events } = yield* until(
    Effect.flatMap(call("GET", "/v1/events?limit=100"), ({ json }) =>
      Schema.decodeUnknownEffect(Events)(json),
    ),
    (feed) => feed.events.filter(isCompletion).length >= ids.size,
  );
  for (const [name, id] of ids) {
    const subjects = subjectsTo(`ada-${name}@example.com`);
    assert.deepStrictEqual(subjects.length, 2, name);
    assert.match(subjects[0] ?? "", /^Please sign/);
    for (const last of [subjects[1], ...subjectsTo(`carl-${name}@example.com`)])
      assert.match(last ?? "", /^Completed/);
    const types = events.filter(({ data }) => data["id"] === id).map(({ type }) => type);
    assert.deepStrictEqual(
      types,
      ["signature.sent", "signature.signed", "signature.completed"],
      name,
    );
    const download = yield* call("GET", `/v1/signatures/${id}/download`);
    const certificate = yield* call("GET", `/v1/signatures/${id}/certificate`);
    assert.isTrue(verifySealedPdf(download.bytes).intact);
    assert.isTrue(verifySealedPdf(certificate.bytes).intact);
    const fileNames = files(id);
    assert.strictEqual(fileNames.length, 2, `${name}: ${fileNames.join(", ")}`);
    for (const one of fileNames) {
      const { bytes } = one.endsWith("-signed.pdf") ? download : certificate;
      assert.deepStrictEqual(file(id, one), bytes, one);
    }
  }
  assert.strictEqual(inbox.length, ids.size * 3);
  const countRows = Effect.provide(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly mails: number }>`
        SELECT
          (SELECT count(*)::int FROM signature_requests) AS requests,
          (SELECT count(*)::int FROM signing_envelopes) AS envelopes,
          (SELECT count(*)::int FROM mails WHERE status <> 'queued') AS mails,
          (SELECT count(*)::int FROM mails) AS letters`,
    ),
    database,
  );
  const letters = ids.size * 3;
  // An email of a killed process is settled when its claim has expired, or cancelled when its recipient signs
  // before that.
  const [rows] = yield* until(countRows, ([row]) => row?.mails === letters);
  yield* stop;
  const counts = { requests: ids.size, envelopes: ids.size, mails: letters, letters };
  assert.deepStrictEqual(rows, counts);
});

/** Kills the server at each step; then everything must have happened once. */
const crashAtEachStep = Effect.fnUntraced(function* (databaseUrl?: string) {
  const deployment = yield* signingDeployment(databaseUrl);
  const ids = new Map<string, string>();
  const createRequest = Effect.fnUntraced(function* (name: string) {
    ids.set(name, String(fieldsOf(yield* retryUntilSuccess(deployment.create(name)))["id"]));
  });
  yield* createRequest("0");
  for (const [step, { when, isReached }] of STEPS.entries()) {
    const names = [...ids.keys()].slice(-1);
    const finishes = yield* Effect.forEach(names, deployment.prepare);
    const id = ids.get(names[0] ?? "") ?? assert.fail(when);
    const finishAll = Effect.forEach(finishes, Effect.exit, { concurrency: "unbounded" });
    const finishing = yield* Effect.forkChild(finishAll);
    const creating = yield* Effect.forkChild(
      isReached({ ...deployment, id }).pipe(
        Effect.andThen(Effect.exit(deployment.create(`${step + 1}`))),
      ),
    );
    yield* isReached({ ...deployment, id });
    // The next request is being created meanwhile, so it may exist, partially or not at all.
    yield* Effect.sleep(`${step * 12} millis`);
    yield* deployment.crash;
    yield* Effect.all([Fiber.await(finishing), Fiber.await(creating)]);
    yield* Effect.forEach(finishes, retryUntilSuccess);
    yield* createRequest(`${step + 1}`);
  }
  const last = yield* deployment.prepare(`${STEPS.length}`);
  yield* retryUntilSuccess(last);
  yield* assertWhole(deployment, ids);
});

describe("a server killed with signatures underway", () => {
  it.live(
    "sends and seals each document once, whenever it was killed",
    () => crashAtEachStep(),
    240_000,
  );
});

describe.runIf(TEST_DATABASE_URL !== undefined)("a worker killed with signatures underway", () => {
  it.live(
    "leaves each document to the next one, which seals it once, whenever it was killed",
    () => Effect.flatMap(freshDatabase(TEST_DATABASE_URL ?? ""), crashAtEachStep),
    240_000,
  );
});
