import { assert, layer } from "@effect/vitest";
import { METRICS } from "@paraph/core/telemetry";
import { Clock, Effect } from "effect";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { send } from "../_testing/http_client.ts";
import { readPrometheus } from "../_testing/prometheus_text.ts";

const REQUESTS = "paraph_http_server_request_duration_seconds";

const scrape = Effect.gen(function* () {
  const { port } = yield* ApiServer;
  const { status, headers, text } = yield* send(port, { path: "/metrics" });
  assert.strictEqual(status, 200);
  assert.match(String(headers["content-type"]), /^text\/plain; version=0\.0\.4/u);
  return readPrometheus(text);
});

type Scrape = Effect.Success<typeof scrape>;

/** The number of responses with these labels. */
function countOf(families: Scrape, method: string, route: string, status: string): number {
  const samples = families.get(REQUESTS)?.samples ?? [];
  const sample = samples.find(
    ({ name, labels }) =>
      name === `${REQUESTS}_count` &&
      labels["method"] === method &&
      labels["route"] === route &&
      labels["status"] === status,
  );
  return sample?.value ?? 0;
}

layer(apiServer, { excludeTestServices: true })("GET /metrics", (it) => {
  it.effect("counts requests by route, without a key", () =>
    Effect.gen(function* () {
      const { port, key } = yield* ApiServer;
      const before = yield* scrape;
      const headers = { authorization: `Bearer ${key}` };
      for (let index = 0; index < 3; index++) yield* send(port, { path: "/v1/templates", headers });
      for (const slug of ["one", "two", "thr%22ee%5C"]) {
        yield* send(port, { path: `/v1/templates/${slug}`, headers });
      }
      yield* send(port, { path: "/v1/templates" });
      const after = yield* scrape;
      const more = (...labels: readonly [string, string, string]) =>
        countOf(after, ...labels) - countOf(before, ...labels);
      assert.strictEqual(more("GET", "/v1/templates", "200"), 3);
      assert.strictEqual(more("GET", "/v1/templates", "401"), 1);
      assert.strictEqual(more("GET", "/v1/templates/:slug", "404"), 3);
      assert.strictEqual(more("GET", "/metrics", "200"), 1);
    }),
  );

  it.effect("unknown URLs and methods do not add series", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      yield* send(port, { path: "/nowhere" });
      yield* send(port, { method: "PROPFIND", path: "/v1/templates" });
      yield* send(port, { method: "PROPFIND", path: "/nowhere" });
      const before = yield* scrape;
      for (let index = 0; index < 40; index++) {
        yield* send(port, { path: `/nowhere/${index}?${index}` });
        yield* send(port, { path: `/nowhere-${index}`, method: "REPORT" });
        yield* send(port, { method: "MKCOL", path: "/v1/templates" });
      }
      const after = yield* scrape;
      const size = (families: Scrape) => families.get(REQUESTS)?.samples.length;
      assert.strictEqual(size(after), size(before));
      const unknownCount = (families: Scrape) => countOf(families, "GET", "unknown", "404");
      assert.strictEqual(unknownCount(after) - unknownCount(before), 40);
    }),
  );

  it.effect("exposes only declared metrics, with help texts", () =>
    Effect.gen(function* () {
      const families = yield* scrape;
      const declaredMetrics = new Map(
        Object.values(METRICS).map(({ metric, labels }) => [metric.id, new Set<string>(labels)]),
      );
      for (const { name, help, samples } of families.values()) {
        assert.isTrue(declaredMetrics.has(name), name);
        assert.isNotEmpty(help);
        for (const { labels } of samples) {
          const { le: _, ...rest } = labels;
          assert.sameMembers(Object.keys(rest), [...(declaredMetrics.get(name) ?? [])], name);
        }
      }
      const valueOf = (name: string) => families.get(name)?.samples[0]?.value ?? Number.NaN;
      assert.strictEqual(valueOf("paraph_database_up"), 1);
      assert.strictEqual(valueOf("paraph_build_info"), 1);
      assert.isAbove(valueOf("process_resident_memory_bytes"), 1e6);
      const now = (yield* Clock.currentTimeMillis) / 1000;
      assert.closeTo(valueOf("process_start_time_seconds"), now, 3600);
      assert.isAbove(valueOf("process_cpu_seconds_total"), 0);
      const queues = families
        .get("paraph_queue_jobs")
        ?.samples.map(({ labels }) => labels["queue"]);
      assert.sameMembers(queues ?? [], ["renders", "mails", "deliveries", "signatures"]);
    }),
  );
});
