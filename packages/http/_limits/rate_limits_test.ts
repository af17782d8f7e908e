import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { submitInvoice } from "../_testing/api_client.ts";
import { ADMIN_KEY, ApiServer, apiServerWith } from "../_testing/api_server.ts";
import { codeForPath, codeOf, fieldsOf } from "../_testing/body.ts";
import { type RawResponse, send } from "../_testing/http_client.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";

const REQUESTS = 20;
const limitedServer = apiServerWith({ rateLimit: { requests: REQUESTS, seconds: 600 } });

/**
 * The rate limit of a response: its name, the remaining requests, and the seconds until it resets.
 */
function limitOf({ headers }: RawResponse) {
  const [, name, quota, window] =
    /^"(\w+)";q=(\d+);w=(\d+)$/.exec(String(headers["ratelimit-policy"])) ?? [];
  const [, same, remaining, reset] =
    /^"(\w+)";r=(\d+);t=(\d+)$/.exec(String(headers["ratelimit"])) ?? [];
  assert.strictEqual(name, same);
  const [left, resetAfter] = [Number(remaining), Number(reset)];
  return { name, quota: Number(quota), window: Number(window), left, resetAfter };
}

const requestWith = Effect.fnUntraced(function* (
  key: string,
  path = "/v1/templates",
  method = "GET",
) {
  const { port } = yield* ApiServer;
  return yield* send(port, { method, path, headers: { authorization: `Bearer ${key}` } });
});

/** Uses all remaining requests of a key. */
const exhaust = Effect.fnUntraced(function* (key: string, path?: string) {
  for (let left = REQUESTS; left > 0;) ({ left } = limitOf(yield* requestWith(key, path)));
});

layer(limitedServer, { excludeTestServices: true })("the limit of a key", (it) => {
  it.effect("is in the headers of every response, errors included, and decreases", () =>
    Effect.gen(function* () {
      const { key } = yield* ApiServer;
      const first = limitOf(yield* requestWith(key));
      assert.deepInclude(first, { name: "default", quota: REQUESTS, window: 600 });
      assert.isAtLeast(first.resetAfter, 1);
      assert.isAtMost(first.resetAfter, 600);
      const missing = yield* requestWith(key, "/v1/templates/unknown");
      assert.deepStrictEqual([missing.status, limitOf(missing).left], [404, first.left - 1]);
      const badBody = yield* requestWith(key, "/v1/templates", "POST");
      assert.deepStrictEqual([badBody.status, limitOf(badBody).left], [400, first.left - 2]);
    }),
  );

  it.effect("when exceeded, returns 429 before any other check of the request", () =>
    Effect.gen(function* () {
      const { key, otherKey, accountKey } = yield* ApiServer;
      yield* exhaust(key);
      for (const [path, method] of [
        ["/v1/templates", "GET"],
        ["/v1/templates/unknown", "GET"],
        ["/v1/templates", "POST"],
        ["/v1/renders?limit=x", "GET"],
        ["/v1/embed/renders/no-id/download", "GET"],
      ] as const) {
        const rejection = yield* requestWith(key, path, method);
        assert.deepStrictEqual([rejection.status, codeOf(rejection)], [429, "rate_limited"], path);
        const { left, resetAfter } = limitOf(rejection);
        assert.strictEqual(left, 0);
        assert.strictEqual(rejection.headers["retry-after"], String(resetAfter));
        assert.isAtLeast(resetAfter, 1);
      }
      // Other keys are not affected, and unknown paths do not count.
      assert.strictEqual((yield* requestWith(otherKey)).status, 200);
      assert.strictEqual((yield* requestWith(accountKey, "/v1/projects")).status, 200);
      assert.strictEqual((yield* requestWith(key, "/v1/nowhere")).status, 404);
    }),
  );

  it.effect("applies to account keys before ownership, and to the admin key with flat errors", () =>
    Effect.gen(function* () {
      const { accountKey, otherAccountProject } = yield* ApiServer;
      yield* exhaust(accountKey, "/v1/projects");
      assert.strictEqual(
        (yield* requestWith(accountKey, `/v1/projects/${otherAccountProject}`)).status,
        429,
      );
      const path = "/v1/admin/provision";
      for (let index = 0; index < REQUESTS; index++) yield* requestWith(ADMIN_KEY, path, "POST");
      const rejection = yield* requestWith(ADMIN_KEY, path, "POST");
      assert.deepStrictEqual(
        [rejection.status, codeForPath(path, rejection)],
        [429, "rate_limited"],
      );
      assert.isString(rejection.headers["retry-after"]);
    }),
  );

  it.effect("admits exactly the allowed number of concurrent requests", () =>
    Effect.gen(function* () {
      const { otherAccountKey } = yield* ApiServer;
      const responses = yield* Effect.all(
        Array.from({ length: REQUESTS * 3 }, () => requestWith(otherAccountKey, "/v1/projects")),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(responses.filter(({ status }) => status === 200).length, REQUESTS);
      assert.strictEqual(responses.filter(({ status }) => status === 429).length, REQUESTS * 2);
    }),
  );

  it.effect("does not count probes, descriptions and pages", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const path of ["/healthz", "/readyz", "/openapi.json", "/docs"]) {
        const { headers } = yield* send(port, { path });
        assert.notProperty(headers, "ratelimit");
      }
    }),
  );
});

layer(limitedServer, { excludeTestServices: true })("the limit of an address", (it) => {
  it.effect("counts each document separately", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const { id } = yield* submitInvoice("public");
      yield* succeedRender(id, Buffer.from("%PDF-1.7\n%%EOF\n"));
      const { downloadUrl } = fieldsOf(yield* requestWith(key, `/v1/renders/${id}`));
      const { pathname: path } = new URL(String(downloadUrl));
      for (let left = REQUESTS; left > 0; left--) {
        const { status } = yield* send(port, { path });
        assert.strictEqual(status, 200);
      }
      const rejection = yield* send(port, { path });
      assert.deepStrictEqual([rejection.status, codeOf(rejection)], [429, "rate_limited"]);
      const other = yield* send(port, { path: `/files/${"a".repeat(43)}.pdf` });
      assert.deepStrictEqual([other.status, limitOf(other).left], [404, REQUESTS - 1]);
    }),
  );
});

const behindProxy = apiServerWith({
  rateLimit: { requests: REQUESTS, seconds: 600 },
  trustProxy: { hops: 1 },
});

layer(behindProxy, { excludeTestServices: true })("the limit behind a proxy", (it) => {
  it.effect("counts each forwarded client separately", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const path = `/share/shr_${"a".repeat(43)}`;
      for (const client of ["192.0.2.1", "192.0.2.2"]) {
        for (let left = REQUESTS - 1; left >= 0; left--) {
          const headers = { "x-forwarded-for": `made up ${left}, ${client}` };
          const response = yield* send(port, { path, headers });
          assert.deepStrictEqual([response.status, limitOf(response).left], [404, left]);
        }
        const rejection = yield* send(port, { path, headers: { "x-forwarded-for": client } });
        assert.strictEqual(rejection.status, 429);
      }
    }),
  );
});

layer(limitedServer, { excludeTestServices: true })("the limit of failures", (it) => {
  it.effect("rejects a client that guesses keys, but no valid keys", () =>
    Effect.gen(function* () {
      const { key } = yield* ApiServer;
      const tries = Array.from(
        { length: REQUESTS },
        (_, index) => `svc_test_${String(index).padEnd(43, "x")}`,
      );
      for (const [index, guess] of tries.entries()) {
        const rejection = yield* requestWith(
          guess,
          index % 2 === 0 ? "/v1/templates" : "/v1/projects",
        );
        assert.strictEqual(rejection.status, 401);
        assert.deepInclude(limitOf(rejection), {
          name: "failures",
          quota: REQUESTS,
          left: REQUESTS - 1 - index,
        });
      }
      for (const path of ["/v1/templates", "/v1/projects", "/v1/admin/provision"]) {
        const method = path.includes("admin") ? "POST" : "GET";
        const rejection = yield* requestWith("guess", path, method);
        assert.deepStrictEqual(
          [rejection.status, codeForPath(path, rejection)],
          [429, "rate_limited"],
        );
        assert.isString(rejection.headers["retry-after"]);
      }
      assert.strictEqual((yield* requestWith(key)).status, 200);
    }),
  );
});

layer(behindProxy, { excludeTestServices: true })("the limit of unknown links", (it) => {
  const from = Effect.fnUntraced(function* (client: string, path: string, method = "GET") {
    const { port } = yield* ApiServer;
    return yield* send(port, { method, path, headers: { "x-forwarded-for": client } });
  });

  /** A path of each kind, with another token for each call. */
  const guess = (index: number) => {
    const secret = String(index).padEnd(43, "x");
    const paths = [
      `/share/shr_${secret}`,
      `/share/shr_${secret}/document.pdf`,
      `/sign/sgn_${secret}`,
      `/sign/sgn_${secret}/ceremony`,
      `/files/${secret}.pdf`,
    ];
    return paths[index % paths.length]!;
  };

  it.effect("rejects a network that guesses tokens, but no valid links", () =>
    Effect.gen(function* () {
      const { key, port } = yield* ApiServer;
      const { id } = yield* submitInvoice("limited");
      yield* succeedRender(id, Buffer.from("%PDF-1.7\n%%EOF\n"));
      const { pathname: file } = new URL(
        String(fieldsOf(yield* requestWith(key, `/v1/renders/${id}`))["downloadUrl"]),
      );
      const shareResponse = yield* send(port, {
        method: "POST",
        path: `/v1/renders/${id}/shares`,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: "{}",
      });
      const { pathname: share } = new URL(String(fieldsOf(shareResponse)["shareUrl"]));

      const client = "2001:db8:1:2::";
      for (let index = 0; index < REQUESTS; index++) {
        const unknown = yield* from(`${client}${(index + 1).toString(16)}`, guess(index));
        assert.strictEqual(unknown.status, 404, guess(index));
        assert.deepInclude(limitOf(unknown), { name: "failures", left: REQUESTS - 1 - index });
      }
      for (let index = REQUESTS; index < REQUESTS + 5; index++) {
        const rejection = yield* from(`${client}ffff`, guess(index));
        assert.deepStrictEqual([rejection.status, codeOf(rejection)], [429, "rate_limited"]);
        assert.strictEqual(rejection.headers["retry-after"], String(limitOf(rejection).resetAfter));
      }
      const webhookResponse = yield* from(`${client}ffff`, `/v1/hooks/${"a".repeat(43)}`, "POST");
      assert.deepStrictEqual(
        [webhookResponse.status, codeOf(webhookResponse)],
        [429, "rate_limited"],
      );

      for (const path of [file, share, `${share}/document.pdf`]) {
        assert.strictEqual((yield* from(`${client}ffff`, path)).status, 200, path);
      }
      assert.strictEqual((yield* from("2001:db8:1:3::1", guess(0))).status, 404);
    }),
  );
});
