import { randomInt } from "node:crypto";

import { assert, describe, it } from "@effect/vitest";
import { readSettings } from "@paraph/app/settings";
import { DATABASES } from "@paraph/database/testing/fresh_database";
import { S3_KEY, S3_REGION, s3Server } from "@paraph/testing/s3_server";
import { ConfigProvider, Context, Duration, Effect, Layer, Logger } from "effect";
import { RateLimiter } from "effect/persistence";

import { rateLimiter } from "../../packages/cli/_programs/server/rate_limiter.ts";
import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import { ok, receiver } from "../../packages/testing/webhook_receiver.ts";
import {
  databaseLayer,
  caller,
  environment,
  makeDataDir,
  createProjectKey,
} from "../support/deployment.ts";
import { awaiting, publishLetter } from "../support/killable_server.ts";
import { startMailServer } from "../support/mail_server.ts";
import { isRedisAvailable, redisDatabase } from "./redis.ts";
import { serviceProxy } from "./service_proxy.ts";

/** A server and all its dependencies, each of which can be made unavailable. */
const startDeployment = Effect.fnUntraced(function* (
  makeDatabase: (typeof DATABASES)[number]["make"],
) {
  const bucket = yield* s3Server("documents");
  const mailServer = yield* startMailServer;
  const smtp = yield* serviceProxy(mailServer.url);
  const redis = yield* serviceProxy(redisDatabase());
  const webhookReceiver = yield* receiver(ok);
  const dataDir = yield* makeDataDir;
  const databaseUrl = yield* makeDatabase;
  const database = databaseUrl === undefined ? undefined : yield* serviceProxy(databaseUrl);

  // Neither is needed to start.
  for (const service of [smtp, redis]) service.block("cut off");
  const server = yield* startServer([], {
    ...environment({ dataDir, ...(database === undefined ? {} : { databaseUrl: database.url }) }),
    STORAGE_URL: `s3://documents?region=${S3_REGION}&endpoint=${encodeURIComponent(bucket.endpoint)}`,
    AWS_ACCESS_KEY_ID: S3_KEY.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
    SMTP_URL: smtp.url,
    ...(isRedisAvailable ? { REDIS_URL: redis.url } : {}),
    RATE_LIMIT: "100000/1m",
  });
  const databaseServices = databaseLayer({
    dataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  const call = caller(server.port, yield* Effect.provide(createProjectKey, databaseServices));
  return { bucket, mails: mailServer, smtp, redis, heard: webhookReceiver, database, call };
});

const listOf = (response: Parameters<typeof fieldsOf>[0], name: string) => {
  const list = fieldsOf(response)[name];
  return Array.isArray(list) ? list.map((json: unknown) => fieldsOf({ json })) : [];
};

const signature = (render: unknown) => ({
  renderId: render,
  recipients: [{ firstName: "Ada", email: "ada@example.com" }],
  fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 10 }],
});

describe.each(DATABASES)("a server on $kind during outages of its dependencies", ({ make }) => {
  it.live("accepts what it can, and finishes all of it once when they return", () =>
    Effect.gen(function* () {
      const {
        bucket,
        mails: mailServer,
        smtp,
        redis,
        heard: webhookReceiver,
        database,
        call,
      } = yield* startDeployment(make);
      const statusOf = (method: string, path: string, body?: unknown) =>
        Effect.map(
          call(method, path, body),
          (response) => `${response.status} ${codeOf(response) ?? "ok"}`,
        );
      const READY = "200 ok";
      const UNAVAILABLE = "503 not_ready";
      const renderIds: Array<string> = [];
      const submit = Effect.fnUntraced(function* (sync = false) {
        const body = { data: { name: "Ada" }, options: { sync } };
        const response = yield* call("POST", "/v1/templates/letter/render", body);
        assert.strictEqual(response.status, sync ? 200 : 202, response.text);
        renderIds.push(String(fieldsOf(response)["id"]));
        return fieldsOf(response);
      });
      const recipients: Array<string> = [];
      const share = Effect.fnUntraced(function* (render: unknown) {
        const recipientEmail = `reader-${recipients.length}@example.com`;
        recipients.push(recipientEmail);
        const body = { channel: "email", recipientEmail };
        const response = yield* call("POST", `/v1/renders/${String(render)}/shares`, body);
        assert.strictEqual(response.status, 201, response.text);
        return fieldsOf(response);
      });

      yield* publishLetter(call);
      yield* call("POST", "/v1/webhooks", { url: webhookReceiver.url, events: ["*"] });
      const first = yield* submit(true);
      const { shareToken } = yield* share(first["id"]);
      const signatureResponse = yield* call("POST", "/v1/signatures", signature(first["id"]));
      assert.strictEqual(signatureResponse.status, 201, signatureResponse.text);
      assert.strictEqual(yield* statusOf("GET", "/readyz"), READY);

      // Redis starts and then stops responding while it is in use; so does the mail server.
      redis.unblock();
      for (const service of [redis, smtp]) service.block("silent");
      yield* bucket.stop;
      const load = Array.from({ length: 20 }, () => submit());
      const shares = Array.from({ length: 5 }, () => share(first["id"]));
      yield* Effect.all([...load, ...shares], { concurrency: "unbounded" });
      const unready = yield* awaiting(call("GET", "/readyz"), ({ status }) => status === 503);
      assert.match(unready.text, /"Not responding: storage"/);
      assert.strictEqual(yield* statusOf("GET", "/healthz"), READY);
      assert.strictEqual(yield* statusOf("GET", `/share/${String(shareToken)}`), READY);
      assert.strictEqual(
        yield* statusOf("GET", `/share/${String(shareToken)}/document.pdf`),
        UNAVAILABLE,
      );
      const signatureRequest = signature(first["id"]);
      assert.strictEqual(yield* statusOf("POST", "/v1/signatures", signatureRequest), UNAVAILABLE);

      if (database !== undefined) {
        database.block("silent");
        const silent = [
          "/v1/renders",
          "/v1/templates/letter",
          "/readyz",
          `/share/${String(shareToken)}`,
        ];
        yield* Effect.forEach(
          [...silent, ...silent, ...silent].map((path) => Effect.timed(statusOf("GET", path))),
          (timedStatus) =>
            Effect.map(timedStatus, ([duration, status]) => {
              assert.strictEqual(status, UNAVAILABLE);
              assert.isBelow(Duration.toSeconds(duration), 30);
            }),
          { concurrency: "unbounded" },
        );
        assert.strictEqual(yield* statusOf("GET", "/healthz"), READY);
        database.unblock();
        yield* awaiting(statusOf("GET", "/v1/renders"), (status) => status === READY);

        database.block("cut off");
        yield* awaiting(call("GET", "/readyz"), ({ text }) =>
          /"Not responding: database, storage, queue"/.test(text),
        );
        assert.strictEqual(yield* statusOf("GET", "/healthz"), READY);
        const submission = statusOf("POST", "/v1/templates/letter/render", {
          data: { name: "Ada" },
        });
        assert.strictEqual(yield* submission, UNAVAILABLE);
        database.unblock();
      }

      yield* bucket.start;
      for (const service of [redis, smtp]) service.unblock();
      yield* awaiting(statusOf("GET", "/readyz"), (status) => status === READY);
      yield* Effect.forEach(renderIds, (id) =>
        awaiting(
          Effect.map(call("GET", `/v1/renders/${id}`), fieldsOf),
          ({ status }) => status === "succeeded",
        ),
      );
      const renders = listOf(yield* call("GET", "/v1/renders?limit=100"), "renders");
      assert.lengthOf(renders, renderIds.length);
      const documents = [...bucket.objects.keys()].filter((name) => name.includes("renders/"));
      assert.sameMembers(
        documents,
        renderIds.map((id) => `documents/renders/${id}.pdf`),
      );

      // No recipient gets an email twice: neither signers nor those of shares.
      const allRecipients = Effect.sync(() => mailServer.emails.flatMap(({ to }) => to));
      const emailRecipients = yield* awaiting(
        allRecipients,
        ({ length }) => length > recipients.length,
      );
      assert.strictEqual(new Set(emailRecipients).size, emailRecipients.length);
      assert.includeMembers(emailRecipients, recipients);

      // On a server, events also wait for transactions of other users of the server.
      const feed = Effect.map(call("GET", "/v1/events?limit=100"), (response) =>
        listOf(response, "events"),
      );
      const countSucceeded = (events: ReturnType<typeof listOf>) =>
        events.filter(({ type }) => type === "render.succeeded").length;
      const events = yield* awaiting(
        feed,
        (current) => countSucceeded(current) >= renderIds.length,
      );
      assert.strictEqual(countSucceeded(events), renderIds.length);
      const deliveredIds = Effect.sync(
        () => new Set(webhookReceiver.received.map(({ headers }) => headers["webhook-id"])),
      );
      yield* awaiting(deliveredIds, (ids) => events.every(({ id }) => ids.has(String(id))));
    }).pipe(Effect.scoped),
  );
});

/** A node's rate limiter with its settings. */
const limiterOf = Effect.fnUntraced(function* (url: string) {
  const settings = yield* Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { REDIS_URL: url } }),
  );
  const quiet = Logger.layer([]);
  const services = yield* Layer.build(rateLimiter(settings).pipe(Layer.provideMerge(quiet)));
  return Context.get(services, RateLimiter.RateLimiter);
});

describe.skipIf(!isRedisAvailable)(
  "two nodes whose Redis is unavailable at their start and later",
  () => {
    it.live("count together while it responds, and separately while it does not", () =>
      Effect.gen(function* () {
        const redis = yield* serviceProxy(redisDatabase());
        redis.block("cut off");
        const nodes = yield* Effect.all([limiterOf(redis.url), limiterOf(redis.url)], {
          concurrency: 2,
        });
        /** The remainder of ten on each node after a request to each. */
        const remainders = Effect.suspend(() => {
          const key = `outages:${randomInt(2 ** 47)}`;
          return Effect.forEach(nodes, (node) =>
            Effect.map(
              node.consume({ key, limit: 10, window: "1 minute" }),
              ({ remaining }) => remaining,
            ),
          );
        });
        const together = awaiting(remainders, ([, second]) => second === 8);
        assert.deepStrictEqual(yield* remainders, [9, 9]);
        redis.unblock();
        yield* together;
        redis.block("cut off");
        assert.deepStrictEqual(yield* remainders, [9, 9]);
        redis.unblock();
        yield* together;
      }).pipe(Effect.scoped),
    );
  },
);
