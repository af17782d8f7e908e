import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

layer(apiServer, { excludeTestServices: true })("health", (it) => {
  it.effect("GET /readyz lists the dependencies that are down", () =>
    Effect.gen(function* () {
      const { port, failing } = yield* ApiServer;
      assert.strictEqual((yield* send(port, { path: "/readyz" })).status, 200);
      failing.add("storage").add("queue");
      const response = yield* send(port, { path: "/readyz" });
      failing.clear();
      assert.deepEqual([response.status, codeOf(response)], [503, "not_ready"]);
      assert.match(response.text, /storage, queue/);
      assert.notMatch(response.text, /database|is down/);
    }),
  );

  it.effect("GET /healthz responds while the process runs", () =>
    Effect.gen(function* () {
      const { port, failing } = yield* ApiServer;
      failing.add("database");
      const response = yield* send(port, { path: "/healthz" });
      failing.clear();
      assert.deepEqual([response.status, response.json], [200, { status: "ok" }]);
    }),
  );
});
