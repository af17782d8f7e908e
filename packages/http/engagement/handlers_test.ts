import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { apiServer, ApiServer, apiServerWith } from "../_testing/api_server.ts";
import { issuePaths } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";
import { call, sharedDocument } from "../_testing/shared_document.ts";

layer(apiServer, { excludeTestServices: true })("engagement of a render", (it) => {
  it.effect("has seven counts, which start at 0", () =>
    Effect.gen(function* () {
      const { base } = yield* sharedDocument;
      const { json } = yield* call("GET", `${base}/engagement`);
      assert.deepStrictEqual(json, {
        counts: {
          viewed: 0,
          downloaded: 0,
          printed: 0,
          email_opened: 0,
          email_sent: 0,
          share_created: 0,
          share_revoked: 0,
        },
        linkOpens: 0,
        total: 0,
        recent: [],
      });
    }),
  );

  it.effect(
    "has custom events with unchanged metadata, and without duplicates within 5 minutes",
    () =>
      Effect.gen(function* () {
        const { base, summary } = yield* sharedDocument;
        const metadata = { campaign: "<b>May</b>", nested: { list: [1, null, "é"] } };
        const agent = { "user-agent": '<script>"x"</script>' };
        const record = (eventType: string, headers = agent) =>
          call("POST", `${base}/events`, { eventType, metadata }, headers);
        const first = yield* record("viewed");
        assert.deepStrictEqual([first.status, first.json], [200, { recorded: true }]);
        assert.deepStrictEqual((yield* record("viewed")).json, { recorded: false });
        assert.deepStrictEqual((yield* record("printed")).json, { recorded: true });
        const { counts, linkOpens, total, recent } = yield* summary;
        assert.deepStrictEqual(
          [counts["viewed"], counts["printed"], linkOpens, total],
          [1, 1, 0, 2],
        );
        assert.deepInclude(recent[1], {
          eventType: "viewed",
          actorKind: "partner",
          shareId: null,
          metadata,
          sourceIp: "127.0.0.1",
          userAgent: agent["user-agent"],
        });
      }),
  );

  it.effect("returns metadata unchanged, in the summary and in the event stream", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const { base } = yield* sharedDocument;
      const headers = { authorization: `Bearer ${key}` };
      const metadata =
        '{"2":12345678901234567890,"1":1.10,"big":1e400,"deep":{"10":-0.0,"9":["\\u00e9",{}]}}';
      const body = `{ "metadata" : ${metadata} , "eventType": "viewed", "kind": 1 }`;
      const path = `${base}/events`;
      const response = yield* send(port, { method: "POST", path, headers, body });
      assert.deepEqual(response.json, {
        recorded: true,
        warnings: [{ path: "kind", message: "Unknown field" }],
      });
      const summary = yield* call("GET", `${base}/engagement`);
      assert.include(summary.text, `"metadata":${metadata},`);
      assert.strictEqual(summary.headers["content-type"], "application/json");
      // The event stream holds an event back while an older transaction may still add one before
      // it.
      yield* send(port, { path: "/v1/events?limit=100", headers }).pipe(
        Effect.repeat({ until: ({ text }) => text.includes(`"metadata":${metadata},`) }),
        Effect.timeout("2 minutes"),
      );
    }),
  );

  it.effect("rejects other event types, and metadata that is not an object", () =>
    Effect.gen(function* () {
      const { base, summary } = yield* sharedDocument;
      const invalid = { eventType: "share_created", metadata: ["a"] };
      const response = yield* call("POST", `${base}/events`, invalid);
      assert.strictEqual(response.status, 400);
      assert.sameMembers([...issuePaths(response)], ["eventType", "metadata"]);
      assert.strictEqual((yield* summary).total, 0);
    }),
  );

  it.effect("ignores X-Forwarded-For of untrusted peers", () =>
    Effect.gen(function* () {
      const { base, summary } = yield* sharedDocument;
      const event = { eventType: "viewed" };
      for (const address of ["192.0.2.1", "192.0.2.2"]) {
        yield* call("POST", `${base}/events`, event, { "x-forwarded-for": address });
      }
      const { recent } = yield* summary;
      assert.deepStrictEqual(
        recent.map(({ sourceIp }) => sourceIp),
        ["127.0.0.1"],
      );
    }),
  );
});

const behindProxy = apiServerWith({ trustProxy: { hops: 1 } });

layer(behindProxy, { excludeTestServices: true })("behind one proxy (TRUST_PROXY=1)", (it) => {
  it.effect("events have the client address that the proxy forwards", () =>
    Effect.gen(function* () {
      const { base, summary } = yield* sharedDocument;
      const event = { eventType: "viewed" };
      for (const chain of ["192.0.2.1", "made up, 192.0.2.2", "192.0.2.9, 192.0.2.1"]) {
        yield* call("POST", `${base}/events`, event, { "x-forwarded-for": chain });
      }
      const { recent } = yield* summary;
      assert.deepStrictEqual(
        recent.map(({ sourceIp }) => sourceIp),
        ["192.0.2.2", "192.0.2.1"],
      );
    }),
  );
});
