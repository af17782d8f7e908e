import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { submitInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";

const BYTES = Buffer.from("%PDF-1.7\n%%EOF\n");

layer(apiServer, { excludeTestServices: true })("GET /v1/embed/renders/{id}/download", (it) => {
  it.effect("streams the PDF only to its project", () =>
    Effect.gen(function* () {
      const { port, key, otherKey } = yield* ApiServer;
      const { id } = yield* submitInvoice("embedded");
      yield* succeedRender(id, BYTES);
      const downloadWith = (key: string) => {
        const headers = { authorization: `Bearer ${key}` };
        return send(port, { path: `/v1/embed/renders/${id}/download`, headers });
      };
      const own = yield* downloadWith(key);
      assert.strictEqual(own.status, 200);
      assert.deepEqual(own.bytes, BYTES);
      assert.strictEqual(own.headers["content-type"], "application/pdf");
      assert.strictEqual(own.headers["content-disposition"], "inline");
      assert.strictEqual(own.headers["cache-control"], "private, max-age=3600");
      const other = yield* downloadWith(otherKey);
      assert.deepEqual([other.status, codeOf(other)], [404, "not_found"]);
    }),
  );
});
