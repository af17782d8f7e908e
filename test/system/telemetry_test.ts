import { assert, describe, it } from "@effect/vitest";
import { openParaph } from "@paraph/app";
import { Slug } from "@paraph/core/values";
import { Effect } from "effect";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { ok, receiver } from "../../packages/testing/webhook_receiver.ts";
import { makeDataDir } from "../support/deployment.ts";
import { awaiting, publishLetter } from "../support/killable_server.ts";
import { startMailServer } from "../support/mail_server.ts";
import { type CollectedSpan, startCollector } from "./collector.ts";
import { startObserved } from "./observed_deployment.ts";

const LETTER = Slug.make("letter");
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;

const until = (holds: () => boolean) => awaiting(Effect.sync(holds), (done) => done);

/** The kinds of spans in OTLP. */
const [SERVER, CONSUMER] = [2, 5];

describe("traces", () => {
  it.live("connect a request, its queue, its worker and its deliveries", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector();
      const mailServer = yield* startMailServer;
      const { url, received } = yield* receiver(ok);
      const { call, stop, server, worker } = yield* startObserved({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20let-me-in",
        OTEL_SERVICE_NAME: "documents",
        SMTP_URL: mailServer.url,
      });
      yield* publishLetter(call);
      yield* call("POST", "/v1/webhooks", { url, events: ["render.succeeded"] });
      const response = yield* call(
        "POST",
        "/v1/templates/letter/render",
        { data: { name: "Ada" } },
        { traceparent: TRACEPARENT, "x-request-id": "order-4711" },
      );
      assert.strictEqual(response.status, 202);
      const renderId = String(fieldsOf(response)["id"]);
      yield* until(() => received.length > 0);
      const emailRoute = `/v1/renders/${renderId}/email`;
      yield* call("POST", emailRoute, { to: "ada@example.com" }, { traceparent: TRACEPARENT });
      yield* until(() => mailServer.emails.length > 0);
      yield* stop;

      const spans = collector.spans();
      const ours = spans.filter(({ traceId }) => traceId === TRACE);
      const findSpan = (name: string) =>
        ours.find((span) => span.name === name) ?? missing(name, ours);
      const byId = new Map(ours.map((span) => [span.spanId, span]));
      const ancestorsOf = (span: CollectedSpan): ReadonlyArray<string> => {
        const parent = byId.get(span.parentSpanId ?? "");
        return parent === undefined ? [] : [parent.name, ...ancestorsOf(parent)];
      };

      const request = findSpan("POST /v1/templates/:slug/render");
      assert.deepInclude(request, { kind: SERVER, parentSpanId: CALLER });
      assert.deepInclude(request.attributes, {
        "http.request.method": "POST",
        "http.route": "/v1/templates/:slug/render",
        "http.response.status_code": 202,
        requestId: "order-4711",
      });
      const job = findSpan("process renders");
      assert.strictEqual(job.kind, CONSUMER);
      assert.strictEqual(job.attributes["messaging.message.id"], renderId);
      assert.include(ancestorsOf(job), request.name);
      for (const stage of ["load", "draw", "store", "settle"]) {
        assert.strictEqual(ancestorsOf(findSpan(`RenderJob.${stage}`))[0], job.name);
      }
      assert.include(ancestorsOf(findSpan("ThreadPool.run")), "RenderJob.draw");
      assert.include(ancestorsOf(findSpan("process deliveries")), job.name);
      assert.include(ancestorsOf(findSpan("process mails")), "POST /v1/renders/:id/email");
      const statement = ours.find(({ attributes }) => "db.query.text" in attributes);
      assert.strictEqual(statement?.attributes["db.system.name"], "postgresql");

      // Most polls for work find none, and a span for each would be noise.
      const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
      assert.isEmpty(roots.filter(({ name }) => name.startsWith("sql") || name === "postgresql"));
      // Receivers are not part of the deployment.
      assert.isNotEmpty(received);
      for (const { headers } of received) assert.notProperty(headers, "traceparent");
      for (const { headers } of received) assert.notProperty(headers, "b3");
      for (const { raw } of mailServer.emails) assert.notInclude(raw, TRACE);

      assert.include([...collector.metrics()], "paraph_render_stage_duration_seconds");
      assert.include([...collector.metrics()], "paraph_queue_jobs");
      const lines = collector.logs().filter(({ traceId }) => traceId === TRACE);
      assert.include(
        lines.map(({ body }) => body),
        "request",
      );
      for (const headers of collector.headers()) {
        assert.strictEqual(headers.authorization, "Bearer let-me-in");
      }
      assert.include(collector.text(), '"documents"');
      const line = server
        .output()
        .split("\n")
        .find((text) => text.includes("order-4711"));
      assert.deepInclude(JSON.parse(line ?? "{}"), { traceId: TRACE });
      assert.notInclude(server.output() + worker.output(), "let-me-in");
    }),
  );

  it.live("a retry has a separate trace, with a link", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector();
      let requestCount = 0;
      const { url, received } = yield* receiver((_, response) => {
        response.writeHead(requestCount++ === 0 ? 503 : 200, { "retry-after": "1" });
        response.end();
      });
      const { call, stop } = yield* startObserved({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
      yield* publishLetter(call);
      yield* call("POST", "/v1/webhooks", { url, events: ["render.succeeded"] });
      const body = { data: { name: "Ada" } };
      yield* call("POST", "/v1/templates/letter/render", body, { traceparent: TRACEPARENT });
      yield* until(() => received.length > 1);
      yield* stop;
      const [first, second] = collector
        .spans()
        .filter(({ name }) => name === "process deliveries")
        .toSorted(
          (one, other) =>
            Number(one.attributes["paraph.job.attempt"]) -
            Number(other.attributes["paraph.job.attempt"]),
        );
      assert.strictEqual(first?.traceId, TRACE);
      assert.isDefined(second);
      assert.notStrictEqual(second?.traceId, TRACE);
      assert.isUndefined(second?.parentSpanId);
      assert.deepStrictEqual(
        second?.links.map(({ traceId }) => traceId),
        [TRACE],
      );
    }),
  );

  it.live("an app that embeds Paraph sends traces if they are configured", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector();
      const dataDir = yield* makeDataDir;
      const open = Effect.promise(() =>
        openParaph({
          dataDir,
          otelExporterOtlpEndpoint: `${collector.url}/`,
          otelExporterOtlpHeaders: { "x-app": "shop" },
          otelServiceName: "shop",
        }),
      );
      yield* Effect.acquireUseRelease(
        open,
        (paraph) =>
          Effect.promise(async () => {
            const { projectId } = await paraph.project("acme");
            const manifest = { variables: [], loops: [] };
            await paraph.templates.publish(projectId, LETTER, { name: "Letter", manifest });
            const { render } = await paraph.renders.submit(projectId, LETTER, {
              data: {},
              source: "api",
            });
            await paraph.renders.wait(projectId, render.id, "1 minute");
          }),
        (paraph) => Effect.promise(paraph.close),
      );
      const spans = collector.spans();
      const submitSpan = spans.find(({ name }) => name === "Renders.submit");
      assert.strictEqual(submitSpan?.parentSpanId, undefined);
      const job = spans.find(({ name }) => name === "process renders");
      assert.strictEqual(job?.traceId, submitSpan?.traceId);
      assert.include(collector.text(), '"shop"');
      for (const headers of collector.headers()) assert.strictEqual(headers["x-app"], "shop");
    }),
  );

  for (const manner of ["refuses", "says nothing"] as const) {
    it.live(`a collector that ${manner} delays no request and does not flood the log`, () =>
      Effect.gen(function* () {
        const collector = yield* startCollector(manner);
        const { call, stop, server, worker } = yield* startObserved({
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        });
        yield* publishLetter(call);
        const body = { data: { name: "Ada" }, options: { sync: true } };
        for (let index = 0; index < 20; index++) {
          const response = yield* call("POST", "/v1/templates/letter/render", body);
          assert.strictEqual(fieldsOf(response)["status"], "succeeded");
        }
        yield* until(() => collector.text() !== "");
        const startTime = performance.now();
        yield* stop;
        assert.isBelow(performance.now() - startTime, 20_000);
        const isUnexpected = (line: string) =>
          line !== "" && !/"(request|Working|Listening)/u.test(line);
        const lines = `${server.output()}\n${worker.output()}`.split("\n").filter(isUnexpected);
        assert.isEmpty(lines);
      }),
    );
  }
});

function missing(name: string, spans: ReadonlyArray<CollectedSpan>): never {
  return assert.fail(`No span ${name} among ${spans.map((span) => span.name).join(", ")}`);
}
