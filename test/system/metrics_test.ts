import { assert, describe, it } from "@effect/vitest";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { Effect } from "effect";

import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { readPrometheus } from "../../packages/http/_testing/prometheus_text.ts";
import {
  databaseLayer,
  caller,
  environment,
  makeDataDir,
  createProjectKey,
} from "../support/deployment.ts";
import { awaiting, LETTER, publishLetter, startKillable } from "../support/killable_server.ts";
import { serviceProxy } from "./service_proxy.ts";

/** A layout that fails a render with a character that no font has. */
const STRICT_LAYOUT = {
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  missingGlyph: "fail",
  schemas: [[{ name: "name", type: "text", position: { x: 20, y: 20 }, width: 99, height: 9 }]],
};

/** The metrics of a server, by name and the value of the only label. */
const scrape = Effect.fnUntraced(function* (port: number) {
  const startTime = performance.now();
  const { status, text } = yield* send(port, { path: "/metrics" });
  assert.strictEqual(status, 200);
  const families = readPrometheus(text);
  const value = (name: string, label?: string) =>
    families
      .get(name)
      ?.samples.find(({ labels }) => label === undefined || Object.values(labels).includes(label))
      ?.value;
  return { value, millis: performance.now() - startTime };
});

describe("GET /metrics of a server", () => {
  it.live("reports waiting work and its outcome", () =>
    Effect.gen(function* () {
      const { server, call } = yield* startKillable({ RATE_LIMIT: "off" }, "--no-worker");
      yield* publishLetter(call);
      for (let index = 0; index < 3; index++) {
        yield* call("POST", "/v1/templates/letter/render", { data: { name: "Ada" } });
      }
      const metrics = scrape(server.port);
      const { value } = yield* awaiting(
        metrics,
        (current) => current.value("paraph_queue_jobs", "renders") === 3,
      );
      assert.isAbove(value("paraph_queue_oldest_seconds", "renders") ?? 0, 0);
      assert.strictEqual(value("paraph_queue_jobs", "mails"), 0);
      assert.isAtLeast(value("paraph_database_connections", "active") ?? 0, 1);
      assert.isBelow(value("paraph_database_pool_wait_seconds") ?? Infinity, 2);
      assert.isUndefined(value("paraph_renders_total"));
    }),
  );

  it.live("reports the duration and outcome of renders", () =>
    Effect.gen(function* () {
      const { server, call } = yield* startKillable({ RATE_LIMIT: "off" });
      yield* publishLetter(call);
      const render = (data: object) =>
        call("POST", "/v1/templates/letter/render", { data, options: { sync: true } });
      for (const name of ["Ada", "Grace"]) yield* render({ name });
      const strict = { ...LETTER, layout: STRICT_LAYOUT };
      assert.strictEqual((yield* call("PUT", "/v1/templates/letter", strict)).status, 200);
      yield* render({ name: "\u{10ffff}" });
      const { value } = yield* scrape(server.port);
      assert.strictEqual(value("paraph_renders_total", "succeeded"), 2);
      assert.strictEqual(value("paraph_renders_total", "glyph_missing"), 1);
      const { text } = yield* send(server.port, { path: "/metrics" });
      for (const stage of ["wait", "load", "draw", "settle"]) {
        assert.include(text, `paraph_render_stage_duration_seconds_count{stage="${stage}"} 3`);
      }
      assert.include(text, 'paraph_render_stage_duration_seconds_count{stage="store"} 2');
    }),
  );

  describe.skipIf(TEST_DATABASE_URL === undefined)("without its database", () => {
    for (const how of ["silent", "cut off"] as const) {
      it.live(`(${how}) responds in time, and reports it`, () =>
        Effect.gen(function* () {
          const databaseUrl = yield* freshDatabase(TEST_DATABASE_URL ?? "");
          const proxy = yield* serviceProxy(databaseUrl);
          const dataDir = yield* makeDataDir;
          const settings = environment({ dataDir, databaseUrl: proxy.url });
          const server = yield* startServer(["--no-worker"], settings);
          const key = yield* Effect.provide(
            createProjectKey,
            databaseLayer({ dataDir, databaseUrl }),
          );
          const { value } = yield* scrape(server.port);
          assert.strictEqual(value("paraph_database_up"), 1);
          proxy.block(how);
          const isUp = (up: number) => (metrics: Effect.Success<ReturnType<typeof scrape>>) => {
            assert.isBelow(metrics.millis, 4000);
            return metrics.value("paraph_database_up") === up;
          };
          yield* awaiting(scrape(server.port), isUp(0));
          for (let index = 0; index < 30; index++) yield* scrape(server.port);
          proxy.unblock();
          yield* awaiting(scrape(server.port), isUp(1));
          yield* publishLetter(caller(server.port, key));
        }),
      );
    }
  });
});
