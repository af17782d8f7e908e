import { randomInt } from "node:crypto";

import { assert, describe, it } from "@effect/vitest";
import { readSettings } from "@paraph/app/settings";
import { Keys } from "@paraph/core/keys";
import { AccountId, ProjectId } from "@paraph/core/values";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { ConfigProvider, Context, Effect, Layer, References } from "effect";
import { HttpServer } from "effect/http";

import { server } from "../../packages/cli/_programs/serve.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import { caller, environment, makeDataDir } from "../support/deployment.ts";
import { isRedisAvailable, redisDatabase } from "./redis.ts";

const ADMIN_KEY = "operator-of-two-nodes-0123456789abcdef";

/** Starts a server on a free port. */
const startNode = Effect.fnUntraced(function* (more: Readonly<Record<string, string>>) {
  const dataDir = yield* makeDataDir;
  const quiet = { PORT: "0", LOG_FORMAT: "json", SERVICE_ADMIN_KEY: ADMIN_KEY };
  const settings = yield* Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { ...quiet, ...environment({ dataDir }), ...more } }),
  );
  const running = server(settings, { worker: false }).pipe(
    Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")),
  );
  const services = yield* Layer.build(running);
  const { address } = Context.get(services, HttpServer.HttpServer);
  return { port: "port" in address ? address.port : 0, keys: Context.get(services, Keys) };
});

/** Two servers on one database, and a key for both. */
const twoNodes = Effect.fnUntraced(function* (more: Readonly<Record<string, string>>) {
  const settings = { DATABASE_URL: yield* freshDatabase(TEST_DATABASE_URL ?? ""), ...more };
  const [one, other] = yield* Effect.all([startNode(settings), startNode(settings)]);
  const provision = caller(one.port, ADMIN_KEY);
  const response = yield* provision("POST", "/v1/admin/provision", { externalOrgId: "acme" });
  assert.strictEqual(response.status, 201, response.text);
  const { apiKey, projectId } = fieldsOf(response);
  return { one, other, key: String(apiKey), projectId: ProjectId.make(String(projectId)) };
});

describe.skipIf(TEST_DATABASE_URL === undefined)("two nodes on one PostgreSQL", () => {
  it.live("a key revoked through one is refused by the other at once", () =>
    Effect.gen(function* () {
      const { one, other, key } = yield* twoNodes({});
      const [here, there] = [caller(one.port, key), caller(other.port, key)];
      assert.strictEqual((yield* here("GET", "/v1/templates")).status, 200);
      assert.strictEqual((yield* there("GET", "/v1/templates")).status, 200);
      const rotate = { externalOrgId: "acme", rotateKey: true };
      const rotateResponse = yield* caller(one.port, ADMIN_KEY)(
        "POST",
        "/v1/admin/provision",
        rotate,
      );
      assert.strictEqual(rotateResponse.status, 200);
      for (const call of [there, here]) {
        const response = yield* call("GET", "/v1/templates");
        assert.deepStrictEqual([response.status, codeOf(response)], [401, "unauthorized"]);
      }
    }),
  );

  it.live("both refuse a key from its revocation on, 200 times while they serve its requests", () =>
    Effect.gen(function* () {
      const { one, other, key: firstKey } = yield* twoNodes({ RATE_LIMIT: "off" });
      const admin = caller(one.port, ADMIN_KEY);
      const rotate = admin("POST", "/v1/admin/provision", {
        externalOrgId: "acme",
        rotateKey: true,
      });
      let key = firstKey;
      for (let round = 0; round < 200; round += 1) {
        let isRevoked = false;
        /** Reads until a request that began after the revocation was refused. */
        const readUntilRefused = Effect.fnUntraced(function* (port: number) {
          const call = caller(port, key);
          for (;;) {
            const beganAfter = isRevoked;
            const { status } = yield* call("GET", "/v1/templates");
            assert.include(beganAfter ? [401] : [200, 401], status);
            if (beganAfter) return;
          }
        });
        const readers = [one.port, one.port, other.port, other.port].map(readUntilRefused);
        const revocation = Effect.tap(rotate, () => Effect.sync(() => (isRevoked = true)));
        const [response] = yield* Effect.all([revocation, ...readers], {
          concurrency: "unbounded",
        });
        assert.strictEqual(response.status, 200, response.text);
        key = String(fieldsOf(response)["apiKey"]);
      }
    }),
  );

  it.live("a key revoked through the API of one, by its account, is refused by the other", () =>
    Effect.gen(function* () {
      const { one, other, key, projectId } = yield* twoNodes({});
      const provision = caller(one.port, ADMIN_KEY);
      const response = yield* provision("POST", "/v1/admin/provision", { externalOrgId: "acme" });
      const accountId = AccountId.make(String(fieldsOf(response)["accountId"]));
      const { key: accountKey } = yield* one.keys.create({ kind: "account", accountId });
      const account = caller(one.port, accountKey);
      const [projectKey] = yield* one.keys.list({ kind: "project", projectId });
      const id = projectKey?.id;
      const there = caller(other.port, key);
      assert.strictEqual((yield* there("GET", "/v1/templates")).status, 200);
      assert.strictEqual(
        (yield* account("DELETE", `/v1/projects/${projectId}/keys/${id}`)).status,
        200,
      );
      assert.strictEqual((yield* there("GET", "/v1/templates")).status, 401);
    }),
  );

  it.live("a tenant suspended through one node is suspended on the other", () =>
    Effect.gen(function* () {
      const { one, other, key } = yield* twoNodes({});
      const suspend = { externalOrgId: "acme", suspended: true };
      yield* caller(one.port, ADMIN_KEY)("PATCH", "/v1/admin/provision", suspend);
      const response = yield* caller(other.port, key)("GET", "/v1/embed/renders/x/download");
      assert.deepStrictEqual([response.status, codeOf(response)], [403, "partner_suspended"]);
    }),
  );

  it.live.skipIf(!isRedisAvailable)("with one Redis they share one limit", () =>
    Effect.gen(function* () {
      const limit = { RATE_LIMIT: "30/10m", REDIS_URL: redisDatabase() };
      const { one, other, key } = yield* twoNodes(limit);
      const [here, there] = [caller(one.port, key), caller(other.port, key)];
      const calls = Array.from({ length: 80 }, (_, index) =>
        (index % 2 === 0 ? here : there)("GET", "/v1/templates"),
      );
      // Few at a time: with a slow Redis, each node would count its own requests.
      const responses = yield* Effect.all(calls, { concurrency: 8 });
      assert.strictEqual(responses.filter(({ status }) => status === 200).length, 30);
      assert.strictEqual(
        responses.filter((response) => codeOf(response) === "rate_limited").length,
        50,
      );
    }),
  );

  it.live.skipIf(!isRedisAvailable)("with one Redis they share the limit of unknown links", () =>
    Effect.gen(function* () {
      const limit = { RATE_LIMIT: "10/10m", REDIS_URL: redisDatabase(), TRUST_PROXY: "1" };
      const { one, other } = yield* twoNodes(limit);
      // A random network, because an earlier run may have counted in that database.
      const [high, low] = [randomInt(0x1_0000), randomInt(0x1_0000)];
      const from = { "x-forwarded-for": `2001:db8:${high.toString(16)}:${low.toString(16)}::1` };
      const responses = yield* Effect.forEach(Array.from({ length: 14 }).keys(), (index) => {
        const { port } = index % 2 === 0 ? one : other;
        const path = `/share/shr_${String(index).padEnd(43, "x")}`;
        return caller(port, "")("GET", path, undefined, from);
      });
      assert.deepStrictEqual(
        responses.map(({ status }) => status),
        [...Array.from({ length: 10 }, () => 404), 429, 429, 429, 429],
      );
    }),
  );

  it.live("without Redis each has a separate limit", () =>
    Effect.gen(function* () {
      const { one, other, key } = yield* twoNodes({ RATE_LIMIT: "5/10m" });
      for (const { port } of [one, other]) {
        const calls = Array.from({ length: 8 }, () => caller(port, key)("GET", "/v1/templates"));
        const responses = yield* Effect.all(calls);
        assert.strictEqual(responses.filter(({ status }) => status === 200).length, 5);
      }
    }),
  );

  it.live(
    "a Redis that does not respond refuses no request: each node counts its own requests",
    () =>
      Effect.gen(function* () {
        const nowhere = { RATE_LIMIT: "5/10m", REDIS_URL: "redis://127.0.0.1:9" };
        const { one, key } = yield* twoNodes(nowhere);
        const call = caller(one.port, key);
        const calls = Array.from({ length: 8 }, () => call("GET", "/v1/templates"));
        const responses = yield* Effect.all(calls);
        assert.deepStrictEqual(
          responses.map(({ status }) => status),
          [200, 200, 200, 200, 200, 429, 429, 429],
        );
        assert.strictEqual((yield* call("GET", "/readyz")).status, 200);
      }),
  );
});
