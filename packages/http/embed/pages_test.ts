import { assert, describe, layer } from "@effect/vitest";
import { Admin } from "@paraph/core/admin";
import { Effect } from "effect";

import { ApiServer, apiServerWith, INTEGRATOR_ORIGIN } from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import {
  callAs,
  callAsIntegrator,
  openSession,
  sessionOf,
  SESSION_OWNER,
} from "../_testing/embedding.ts";
import { type RawResponse, send } from "../_testing/http_client.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";
const REQUESTS = 30;
const PAGES = ["/embed/builder", "/embed/form"];

const get = Effect.fnUntraced(function* (path: string) {
  const { port } = yield* ApiServer;
  return yield* send(port, { path });
});

/** The origins that may frame a page. */
const framedBy = ({ headers }: RawResponse) =>
  /frame-ancestors ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1];

/** Checks the headers of every page: HTML without caching, indexing and referrers. */
const assertPage = (page: RawResponse, status: number) => {
  assert.strictEqual(page.status, status, page.text.slice(0, 300));
  assert.match(String(page.headers["content-type"]), /^text\/html/);
  assert.deepInclude(page.headers, {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  });
  assert.notProperty(page.headers, "x-frame-options");
  assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
};

const limitedServer = apiServerWith({ rateLimit: { requests: REQUESTS, seconds: 600 } });

layer(limitedServer, { excludeTestServices: true })("embed pages", (it) => {
  describe.each(PAGES)("GET %s", (path) => {
    it.effect("can be framed by the integrator's origins, and contains no token", () =>
      Effect.gen(function* () {
        const title = `Build <b>"it"`;
        const { id, token } = yield* openSession({ appearance: { title } });
        const page = yield* get(`${path}?session=${id}`);
        assertPage(page, 200);
        assert.strictEqual(framedBy(page), INTEGRATOR_ORIGIN);
        assert.strictEqual(page.headers["cross-origin-resource-policy"], "cross-origin");
        assert.include(page.text, id);
        assert.include(page.text, "Build &#60;b&#62;");
        assert.notInclude(page.text, "<b>");
        assert.notInclude(page.text, token.slice(-20));
      }),
    );

    it.effect("shows only that a session has ended or does not exist", () =>
      Effect.gen(function* () {
        const { id } = yield* openSession({ appearance: { title: "Secret plans" } });
        yield* callAsIntegrator("DELETE", `/v1/embed/sessions/${id}`);
        const endedPage = yield* get(`${path}?session=${id}`);
        assertPage(endedPage, 410);
        assert.strictEqual(framedBy(endedPage), INTEGRATOR_ORIGIN);
        assert.notInclude(endedPage.text, "Secret plans");
        for (const query of ["", "?session=", "?session=no-id", `?session=${UNKNOWN_ID}`]) {
          const unknown = yield* get(`${path}${query}`);
          assertPage(unknown, 404);
          assert.strictEqual(framedBy(unknown), "'none'");
        }
        const twice = yield* get(`${path}?session=${UNKNOWN_ID}&session=${id}`);
        assertPage(twice, 404);
      }),
    );

    it.effect("uses the current allowed origins", () =>
      Effect.gen(function* () {
        const { provision, change } = yield* Admin;
        const externalOrgId = `frames${path}`;
        const allowedOrigins = ["https://one.test", "https://two.test:8443"];
        const { apiKey } = yield* provision({ externalOrgId, allowedOrigins });
        const createResponse = yield* callAs(
          apiKey ?? "",
          "POST",
          "/v1/embed/sessions",
          SESSION_OWNER,
        );
        const page = get(`${path}?session=${sessionOf(createResponse).id}`);
        assert.strictEqual(framedBy(yield* page), allowedOrigins.join(" "));
        yield* change({ externalOrgId, allowedOrigins: ["https://two.test:8443"] });
        assert.strictEqual(framedBy(yield* page), "https://two.test:8443");
        yield* change({ externalOrgId, allowedOrigins: [] });
        assert.strictEqual(framedBy(yield* page), "'none'");
        yield* change({ externalOrgId, allowedOrigins, suspended: true });
        assert.strictEqual(framedBy(yield* page), "'none'");
        yield* change({ externalOrgId, suspended: false, embedEnabled: false });
        assert.strictEqual(framedBy(yield* page), "'none'");
      }),
    );

    it.effect("has a rate limit per session", () =>
      Effect.gen(function* () {
        const url = `${path}?session=unknown${path}`;
        for (let times = 0; times < REQUESTS; times++) yield* get(url);
        const rejection = yield* get(url);
        assert.deepStrictEqual([rejection.status, codeOf(rejection)], [429, "rate_limited"]);
      }),
    );
  });

  it.effect("GET /embed/embed.js is public and cached for five minutes", () =>
    Effect.gen(function* () {
      const script = yield* get("/embed/embed.js");
      assert.strictEqual(script.status, 200);
      assert.deepInclude(script.headers, {
        "content-type": "text/javascript; charset=utf-8",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": "public, max-age=300",
        "x-content-type-options": "nosniff",
      });
      assert.match(script.text, /export function mount|export \{[^}]*mount/);
    }),
  );
});
