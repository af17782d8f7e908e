import { assert, describe, layer } from "@effect/vitest";
import { Effect } from "effect";
import { decodeJwt } from "jose";

import { apiServer, ApiServer } from "../../_testing/api_server.ts";
import { codeOf, fieldsOf } from "../../_testing/body.ts";
import { callAs, callAsIntegrator, openSession, sessionOf } from "../../_testing/embedding.ts";
import type { RawResponse } from "../../_testing/http_client.ts";

const PATH = "/v1/embed/sessions";
const REFRESH = `${PATH}/refresh`;
const CONCURRENT = 20;
const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

const statusAndCode = (response: RawResponse) => [response.status, codeOf(response)];
const refresh = (renewToken: string) => callAsIntegrator("POST", REFRESH, { renewToken });

layer(apiServer, { excludeTestServices: true })("the life of an embed session", (it) => {
  describe("POST /v1/embed/sessions/refresh", () => {
    it.effect("renews the session with new tokens", () =>
      Effect.gen(function* () {
        const first = yield* openSession();
        const renewal = yield* refresh(first.renewToken);
        assert.strictEqual(renewal.status, 200, renewal.text);
        const second = sessionOf(renewal);
        assert.strictEqual(second.id, first.id);
        assert.notStrictEqual(second.token, first.token);
        assert.notStrictEqual(second.renewToken, first.renewToken);
        assert.include(second.iframeUrl, second.token);
        const { exp = 0 } = decodeJwt(second.token);
        const { expires_at } = fieldsOf(renewal);
        assert.strictEqual(Math.floor(Date.parse(String(expires_at)) / 1000), exp);
        assert.strictEqual((yield* second.call("GET", "/v1/embed/session")).status, 200);
        assert.strictEqual((yield* refresh(second.renewToken)).status, 200);
      }),
    );

    it.effect("ends the session if a renew token is used twice", () =>
      Effect.gen(function* () {
        const first = yield* openSession();
        const second = sessionOf(yield* refresh(first.renewToken));
        assert.deepStrictEqual(statusAndCode(yield* refresh(first.renewToken)), [
          401,
          "refresh_failed",
        ]);
        for (const { call, renewToken } of [first, second]) {
          const rejection = yield* call("GET", "/v1/embed/session");
          assert.deepStrictEqual(statusAndCode(rejection), [401, "invalid_credentials"]);
          assert.deepStrictEqual(statusAndCode(yield* refresh(renewToken)), [
            401,
            "refresh_failed",
          ]);
        }
      }),
    );

    it.effect(
      `accepts one of ${CONCURRENT} concurrent requests, and treats the others as reuse`,
      () =>
        Effect.gen(function* () {
          const { renewToken } = yield* openSession();
          const responses = yield* Effect.all(
            Array.from({ length: CONCURRENT }, () => refresh(renewToken)),
            { concurrency: "unbounded" },
          );
          const [renewal, ...others] = responses.filter(({ status }) => status === 200);
          assert.lengthOf(others, 0);
          const failures = responses.filter((response) => codeOf(response) === "refresh_failed");
          assert.lengthOf(failures, CONCURRENT - 1);
          const { call } = sessionOf(renewal ?? assert.fail());
          assert.strictEqual((yield* call("GET", "/v1/embed/session")).status, 401);
        }),
    );

    it.effect(
      "rejects tokens of other integrators and unknown ones, without ending the session",
      () =>
        Effect.gen(function* () {
          const { otherEmbedKey } = yield* ApiServer;
          const { call, renewToken } = yield* openSession();
          const others = yield* callAs(otherEmbedKey, "POST", REFRESH, { renewToken });
          assert.deepStrictEqual(statusAndCode(others), [401, "refresh_failed"]);
          const long = "x".repeat(5000);
          for (const unknown of [`ert_${"a".repeat(43)}`, "12345678", `${renewToken}x`, long]) {
            assert.deepStrictEqual(statusAndCode(yield* refresh(unknown)), [401, "refresh_failed"]);
          }
          assert.strictEqual((yield* call("GET", "/v1/embed/session")).status, 200);
          assert.strictEqual((yield* refresh(renewToken)).status, 200);
        }),
    );

    it.effect("returns 422 for invalid bodies without quoting them", () =>
      Effect.gen(function* () {
        for (const body of [{}, { renewToken: "ert_abc" }, { renewToken: 12_345_678 }]) {
          const rejection = yield* callAsIntegrator("POST", REFRESH, body);
          assert.deepStrictEqual(statusAndCode(rejection), [422, "invalid_request"]);
          assert.notInclude(rejection.text, "ert_abc");
        }
        const empty = yield* callAsIntegrator("POST", REFRESH, "");
        assert.deepStrictEqual(statusAndCode(empty), [400, "invalid_json"]);
        const anonymousResponse = yield* callAs("", "POST", REFRESH, {});
        assert.deepStrictEqual(statusAndCode(anonymousResponse), [401, "missing_authorization"]);
      }),
    );
  });

  describe("DELETE /v1/embed/sessions/{id}", () => {
    it.effect("ends the session immediately, also twice", () =>
      Effect.gen(function* () {
        const { id, call, renewToken } = yield* openSession();
        assert.strictEqual((yield* call("GET", "/v1/embed/session")).status, 200);
        for (let times = 0; times < 2; times++) {
          const endResponse = yield* callAsIntegrator("DELETE", `${PATH}/${id}`);
          assert.deepStrictEqual([endResponse.status, endResponse.text], [204, ""]);
          const rejection = yield* call("GET", "/v1/embed/session");
          assert.deepStrictEqual(statusAndCode(rejection), [401, "invalid_credentials"]);
        }
        assert.deepStrictEqual(statusAndCode(yield* refresh(renewToken)), [401, "refresh_failed"]);
      }),
    );

    it.effect("does not find sessions of other integrators", () =>
      Effect.gen(function* () {
        const { otherEmbedKey } = yield* ApiServer;
        const { id, call } = yield* openSession();
        const others = yield* callAs(otherEmbedKey, "DELETE", `${PATH}/${id}`);
        assert.deepStrictEqual(statusAndCode(others), [404, "not_found"]);
        for (const unknown of [UNKNOWN_ID, "no-id", "%00"]) {
          const rejection = yield* callAsIntegrator("DELETE", `${PATH}/${unknown}`);
          assert.deepStrictEqual([rejection.status, rejection.text], [404, others.text]);
        }
        assert.strictEqual((yield* call("GET", "/v1/embed/session")).status, 200);
      }),
    );
  });
});
