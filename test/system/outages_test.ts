import { randomInt } from "node:crypto";

import { assert, describe, it } from "@effect/vitest";
import { DATABASES } from "@paraph/database/testing/fresh_database";
import { S3_KEY, S3_REGION, s3Server } from "@paraph/testing/s3_server";
import { ConfigProvider, Context, Duration, Effect, Layer, Logger } from "effect";
import { RateLimiter } from "effect/persistence";

import { rateLimiter } from "../../packages/cli/_programs/server/rate_limiter.ts";
import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { readSettings } from "../../packages/cli/settings/settings.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import { ok, receiver } from "../../packages/testing/webhook_receiver.ts";
import {
  besides,
  caller,
  environment,
  makeDataDir,
  mintProjectKey,
} from "../support/deployment.ts";
import { awaiting, publishLetter } from "../support/killable_server.ts";
import { startMailServer } from "../support/mail_server.ts";
import { redisAnswers, redisDatabase } from "./redis.ts";
import { serviceProxy } from "./service_proxy.ts";

/** A server and all its dependencies, each of which can be made unavailable. */
const deployed = Effect.fnUntraced(function* (makeDatabase: (typeof DATABASES)[number]["make"]) {
  const bucket = yield* s3Server("documents");
  const emails = yield* startMailServer;
  const smtp = yield* serviceProxy(emails.url);
  const redis = yield* serviceProxy(redisDatabase());
  const heard = yield* receiver(ok);
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
    ...(redisAnswers ? { REDIS_URL: redis.url } : {}),
    RATE_LIMIT: "100000/1m",
  });
  const beside = besides({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  const call = caller(server.port, yield* Effect.provide(mintProjectKey, beside));
  return { bucket, mails: emails, smtp, redis, heard, database, call };
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
      const { bucket, mails: emails, smtp, redis, heard, database, call } = yield* deployed(make);
      const response = (method: string, path: string, body?: unknown) =>
        Effect.map(call(method, path, body), (got) => `${got.status} ${codeOf(got) ?? "ok"}`);
      const READY = "200 ok";
      const AWAY = "503 not_ready";
      const submitted: Array<string> = [];
      const submit = Effect.fnUntraced(function* (sync = false) {
        const body = { data: { name: "Ada" }, options: { sync } };
        const got = yield* call("POST", "/v1/templates/letter/render", body);
        assert.strictEqual(got.status, sync ? 200 : 202, got.text);
        submitted.push(String(fieldsOf(got)["id"]));
        return fieldsOf(got);
      });
      const mailed: Array<string> = [];
      const share = Effect.fnUntraced(function* (render: unknown) {
        const recipientEmail = `reader-${mailed.length}@example.com`;
        mailed.push(recipientEmail);
        const wanted = { channel: "email", recipientEmail };
        const got = yield* call("POST", `/v1/renders/${String(render)}/shares`, wanted);
        assert.strictEqual(got.status, 201, got.text);
        return fieldsOf(got);
      });

      yield* publishLetter(call);
      yield* call("POST", "/v1/webhooks", { url: heard.url, events: ["*"] });
      const first = yield* submit(true);
      const { shareToken } = yield* share(first["id"]);
      const sent = yield* call("POST", "/v1/signatures", signature(first["id"]));
      assert.strictEqual(sent.status, 201, sent.text);
      assert.strictEqual(yield* response("GET", "/readyz"), READY);

      // Redis starts and then stops responding while it is in use; so does the mail server.
      redis.unblock();
      for (const service of [redis, smtp]) service.block("silent");
      yield* bucket.stop;
      const load = Array.from({ length: 20 }, () => submit());
      const shares = Array.from({ length: 5 }, () => share(first["id"]));
      yield* Effect.all([...load, ...shares], { concurrency: "unbounded" });
      const unready = yield* awaiting(call("GET", "/readyz"), ({ status }) => status === 503);
      assert.match(unready.text, /"Not responding: storage"/);
      assert.strictEqual(yield* response("GET", "/healthz"), READY);
      assert.strictEqual(yield* response("GET", `/share/${String(shareToken)}`), READY);
      assert.strictEqual(yield* response("GET", `/share/${String(shareToken)}/document.pdf`), AWAY);
      const again = signature(first["id"]);
      assert.strictEqual(yield* response("POST", "/v1/signatures", again), AWAY);

      if (database !== undefined) {
        database.block("silent");
        const silent = [
          "/v1/renders",
          "/v1/templates/letter",
          "/readyz",
          `/share/${String(shareToken)}`,
        ];
        yield* Effect.forEach(
          [...silent, ...silent, ...silent].map((path) => Effect.timed(response("GET", path))),
          (asked) =>
            Effect.map(asked, ([took, said]) => {
              assert.strictEqual(said, AWAY);
              assert.isBelow(Duration.toSeconds(took), 30);
            }),
          { concurrency: "unbounded" },
        );
        assert.strictEqual(yield* response("GET", "/healthz"), READY);
        database.unblock();
        yield* awaiting(response("GET", "/v1/renders"), (said) => said === READY);

        database.block("cut off");
        yield* awaiting(call("GET", "/readyz"), ({ text }) =>
          /"Not responding: database, storage, queue"/.test(text),
        );
        assert.strictEqual(yield* response("GET", "/healthz"), READY);
        const refused = response("POST", "/v1/templates/letter/render", { data: { name: "Ada" } });
        assert.strictEqual(yield* refused, AWAY);
        database.unblock();
      }

      yield* bucket.start;
      for (const service of [redis, smtp]) service.unblock();
      yield* awaiting(response("GET", "/readyz"), (said) => said === READY);
      yield* Effect.forEach(submitted, (id) =>
        awaiting(
          Effect.map(call("GET", `/v1/renders/${id}`), fieldsOf),
          ({ status }) => status === "succeeded",
        ),
      );
      const listed = listOf(yield* call("GET", "/v1/renders?limit=100"), "renders");
      assert.lengthOf(listed, submitted.length);
      const documents = [...bucket.objects.keys()].filter((name) => name.includes("renders/"));
      assert.sameMembers(
        documents,
        submitted.map((id) => `documents/renders/${id}.pdf`),
      );

      // No recipient gets an email twice: neither signers nor those of shares.
      const allRecipients = Effect.sync(() => emails.received.flatMap(({ to }) => to));
      const reached = yield* awaiting(allRecipients, ({ length }) => length > mailed.length);
      assert.strictEqual(new Set(reached).size, reached.length);
      assert.includeMembers(reached, mailed);

      // On a server, events also wait for transactions of other users of the server.
      const feed = Effect.map(call("GET", "/v1/events?limit=100"), (got) => listOf(got, "events"));
      const told = (events: ReturnType<typeof listOf>) =>
        events.filter(({ type }) => type === "render.succeeded").length;
      const events = yield* awaiting(feed, (seen) => told(seen) >= submitted.length);
      assert.strictEqual(told(events), submitted.length);
      const delivered = Effect.sync(
        () => new Set(heard.received.map(({ headers }) => headers["webhook-id"])),
      );
      yield* awaiting(delivered, (ids) => events.every(({ id }) => ids.has(String(id))));
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

describe.skipIf(!redisAnswers)(
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
        const left = Effect.suspend(() => {
          const key = `outages:${randomInt(2 ** 47)}`;
          return Effect.forEach(nodes, (node) =>
            Effect.map(
              node.consume({ key, limit: 10, window: "1 minute" }),
              ({ remaining }) => remaining,
            ),
          );
        });
        const together = awaiting(left, ([, second]) => second === 8);
        assert.deepStrictEqual(yield* left, [9, 9]);
        redis.unblock();
        yield* together;
        redis.block("cut off");
        assert.deepStrictEqual(yield* left, [9, 9]);
        redis.unblock();
        yield* together;
      }).pipe(Effect.scoped),
    );
  },
);
