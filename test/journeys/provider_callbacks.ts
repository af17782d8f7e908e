import { assert, describe } from "@effect/vitest";
import { Clock, Effect, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { ApiServer, MAX_BODY_BYTES } from "../../packages/http/_testing/api_server.ts";
import { codeOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import {
  ADA,
  BOB,
  deliver,
  captureCallbacks,
  reportCount,
  sendContract,
  signersOf,
} from "./provider_signature.ts";
import { Provider, type ProviderTests } from "./signature_provider_fakes.ts";

/** The rules for a provider's callbacks, and for forged ones. */
export const callbackTests = (it: ProviderTests) => {
  describe("callbacks", () => {
    it.effect("are accepted and stored only if they are authentic", () =>
      Effect.gen(function* () {
        const { name, authentic } = yield* Provider;
        const { port } = yield* ApiServer;
        const request = yield* sendContract();
        const [genuine] = yield* captureCallbacks(request.view(ADA));
        const { headers, body } = genuine!;
        const before = yield* reportCount;
        const post = (provider: string, body: string, headers: object) => {
          const path = `/v1/hooks/signatures/${provider}`;
          return send(port, { method: "POST", path, headers: { ...headers }, body });
        };
        const forgedHeaders = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            value.replace(/.$/u, (last) => (last === "0" ? "1" : "0")),
          ]),
        );
        // A secret that is only sent along does not authenticate the body, so the state is fetched.
        const tamperedBody = body.replace(/"type":"[\w.]+"/u, '"type":"signing_request.expired"');
        const tamperedCase =
          name === "firma"
            ? [[401, "invalid_signature", yield* post(name, tamperedBody, headers)] as const]
            : [];
        const other = name === "firma" ? "documenso" : "firma";
        const bodies = ["", "null", "[]", "no JSON", "{}", '{"type":"signing_request.viewed"}'];
        for (const [status, code, response] of [
          ...tamperedCase,
          [401, "invalid_signature", yield* post(name, body, {})],
          [401, "invalid_signature", yield* post(name, body, forgedHeaders)],
          [401, "invalid_signature", yield* post(name, "no JSON", {})],
          [404, "not_found", yield* post(other, body, headers)],
          [404, "not_found", yield* post("builtin", body, headers)],
          [404, "not_found", yield* post("docusign", body, headers)],
          ...(yield* Effect.forEach(bodies, (malformedBody) =>
            Effect.map(
              post(name, malformedBody, authentic(malformedBody)),
              (response) =>
                [
                  400,
                  isJson(malformedBody) ? "invalid_request" : "invalid_json",
                  response,
                ] as const,
            ),
          )),
        ] as const) {
          assert.strictEqual(response.status, status, response.text);
          assert.strictEqual(codeOf(response), code);
        }
        assert.strictEqual(yield* reportCount, before);
        assert.strictEqual(yield* deliver(genuine!), 200);
        assert.strictEqual(yield* reportCount, before + 1);
        yield* request.until(({ status }) => status === "viewed");
      }),
    );

    it.effect("of unknown requests fail no request and leave no rows", () =>
      Effect.gen(function* () {
        const { name } = yield* Provider;
        const { port, logs } = yield* ApiServer;
        const own = `/v1/hooks/signatures/${name}`;
        const [reportsBefore, logsBefore] = [yield* reportCount, logs.length];
        const now = Math.floor((yield* Clock.currentTimeMillis) / 1000);
        const zeros = "0".repeat(64);
        for (const hostile of [
          { path: own },
          { path: own, body: Buffer.from([0xff, 0xfe, 0, 0x7b]) },
          { path: own, body: "[".repeat(100_000) },
          { path: own, body: "x".repeat(MAX_BODY_BYTES + 1) },
          { path: own, body: ["x".repeat(MAX_BODY_BYTES), "x"] },
          { path: own, body: "{}", headers: { "content-encoding": "gzip" } },
          { path: own, body: "{}", headers: { "x-documenso-secret": "" } },
          { path: own, body: "{}", headers: { "x-documenso-secret": "é".repeat(4000) } },
          ...["", "t=,v1=", `t=${now},v1=${zeros}`, `t=999999999999,v1=${zeros}`, "t=NaN,v1=é"].map(
            (signature) => ({
              path: own,
              body: "{}",
              headers: { "x-firma-signature": signature, "x-firma-signature-old": signature },
            }),
          ),
          ...["%00", "%ff", "%E0%A4%A", "__proto__", "FIRMA", "a/b", "..%2f", "x".repeat(9000)].map(
            (provider) => ({ path: `/v1/hooks/signatures/${provider}`, body: "{}" }),
          ),
          ...["/v1/hooks/signatures", "/v1/hooks/signatures/", `${own}/`, `${own}?a=%zz`].map(
            (path) => ({ path, body: "{}" }),
          ),
          ...["GET", "PUT", "DELETE"].map((method) => ({ path: own, method })),
        ]) {
          const request = { method: "POST", ...hostile };
          const { status, text } = yield* send(port, request);
          const what = `${request.method} ${request.path.slice(0, 60)}: ${status} ${text}`;
          assert.isTrue(status >= 400 && status < 500, what);
        }
        assert.strictEqual(yield* reportCount, reportsBefore);
        // Work on the requests of earlier tests continues, and retries what a busy machine delays.
        const newLogs = logs
          .slice(logsBefore)
          .filter(({ annotations }) => !("signatureId" in annotations));
        assert.deepStrictEqual(
          newLogs.filter(({ level }) => level !== "Info" && level !== "Debug"),
          [],
        );
      }),
    );

    it.effect("may come again and in any order", () =>
      Effect.gen(function* () {
        const request = yield* sendContract();
        const before = yield* reportCount;
        const callbacks = yield* captureCallbacks(
          Effect.andThen(request.view(ADA), request.signAll),
        );
        const statuses = yield* Effect.forEach(
          Array.from({ length: 5 }, () => callbacks.toReversed()).flat(),
          deliver,
          { concurrency: 4 },
        );
        assert.deepStrictEqual([...new Set(statuses)], [200]);
        const result = yield* request.until(({ status }) => status === "completed");
        assert.deepStrictEqual(signersOf(result), [ADA, BOB]);
        yield* Effect.forEach(callbacks, deliver);
        assert.strictEqual(yield* reportCount, before + callbacks.length);
        yield* request.certify;
        yield* request.until(({ certificateUrl }) => certificateUrl !== null);
        assert.strictEqual((yield* request.now).status, "completed");
        const events = yield* request.events;
        assert.deepStrictEqual(
          events.filter((type) => type !== "viewed"),
          ["sent", "signed", "signed", "completed"],
        );
        assert.isAtMost(events.length, 5);
      }),
    );

    it.effect("are accepted while the provider's API is down, and processed later", () =>
      Effect.gen(function* () {
        const { fail, clearFailures } = yield* Provider;
        const request = yield* sendContract();
        const callbacks = yield* captureCallbacks(request.signAll);
        fail({ on: /./u, times: Number.POSITIVE_INFINITY, reply: { status: 503 } });
        assert.deepStrictEqual(
          yield* Effect.forEach(callbacks, deliver),
          callbacks.map(() => 200),
        );
        yield* waitForFailure(request.id);
        assert.strictEqual((yield* request.now).status, "sent");
        clearFailures();
        yield* request.until(({ status }) => status === "completed");
      }),
    );

    it.effect("that never arrive are replaced by polling", () =>
      Effect.gen(function* () {
        const [completedRequest, declinedRequest] = [yield* sendContract(), yield* sendContract()];
        yield* captureCallbacks(
          Effect.andThen(completedRequest.signAll, declinedRequest.decline(ADA, "Too late")),
        );
        yield* completedRequest.makeDue;
        yield* declinedRequest.makeDue;
        yield* completedRequest.until(({ status }) => status === "completed");
        yield* declinedRequest.until(({ status }) => status === "declined");
        const events = yield* completedRequest.events;
        assert.deepStrictEqual(
          events.filter((type) => type !== "viewed"),
          ["sent", "signed", "signed", "completed"],
        );
        assert.deepStrictEqual(yield* declinedRequest.events, ["sent", "declined"]);
      }),
    );
  });

  it.effect("keeps secrets out of the log and of stored rows", () =>
    Effect.gen(function* () {
      const { secrets } = yield* Provider;
      const { logs } = yield* ApiServer;
      const sql = yield* SqlClient.SqlClient;
      const reports = yield* sql`SELECT received, report FROM provider_reports`;
      assert.isAbove(reports.length, 10);
      assert.isAbove(logs.length, 10);
      for (const secret of secrets) {
        assert.notInclude(JSON.stringify(logs), secret);
        assert.notInclude(JSON.stringify(reports), secret);
      }
    }),
  );
};

/** Waits until work on a request has failed. */
const waitForFailure = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient;
  const failures = Effect.flatMap(
    sql`SELECT failures FROM signature_requests WHERE id = ${id}`,
    Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ failures: Schema.Int })])),
  );
  yield* Effect.repeat(failures, {
    until: ([row]) => row.failures > 0,
    schedule: Schedule.spaced("20 millis"),
  });
});

/** Whether a body is JSON. */
function isJson(text: string): boolean {
  return text !== "" && text !== "no JSON";
}
