import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { ADMIN_KEY, ApiServer, apiServerWith } from "../_testing/api_server.ts";
import { codeForPath } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

const path = "/v1/admin/provision";
const keyless = apiServerWith({ adminKey: undefined });

layer(keyless, { excludeTestServices: true })("a deployment without an admin key", (it) => {
  it.effect("does not show its state", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const key of [ADMIN_KEY, "", "undefined"]) {
        const headers = { authorization: `Bearer ${key}` };
        const rejection = yield* send(port, { path: "/v1/admin/system", headers });
        assert.strictEqual(rejection.status, 401);
      }
    }),
  );

  it.effect("rejects all provisioning", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const key of [ADMIN_KEY, "", "undefined"]) {
        const headers = { authorization: `Bearer ${key}` };
        const body = JSON.stringify({ externalOrgId: "acme" });
        const rejection = yield* send(port, { method: "POST", path, headers, body });
        assert.deepStrictEqual(
          [rejection.status, codeForPath(path, rejection)],
          [401, "unauthorized"],
        );
      }
    }),
  );
});
