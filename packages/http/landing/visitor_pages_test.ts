import { assert, layer } from "@effect/vitest";
import { LANGUAGES } from "@paraph/core/values";
import { Effect } from "effect";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

layer(apiServer, { excludeTestServices: true })("VisitorPages", (it) => {
  it.effect("browsers get a start page with health and links in their language", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const pages = new Set<string>();
      for (const language of LANGUAGES) {
        const headers = { accept: BROWSER, "accept-language": `${language}-XX, *;q=0.5` };
        const { status, text, headers: sent } = yield* send(port, { path: "/?from=mail", headers });
        assert.strictEqual(status, 200);
        assert.include(text, `<html lang="${language}" dir="ltr">`);
        for (const link of ["/docs", "/openapi.json", "/console"])
          assert.include(text, `href="${link}"`);
        assert.include(sent["content-security-policy"], "default-src 'none'");
        pages.add(text.replace(`lang="${language}"`, ""));
      }
      assert.strictEqual(pages.size, LANGUAGES.length);
    }),
  );

  it.effect("browsers get a page for unknown addresses that repeats nothing of them", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      const headers = { accept: BROWSER, "accept-language": "de" };
      for (const path of ["/nowhere?<script>", "/v1", "/v2/x%3Cscript%3E", "//", "/__proto__"]) {
        const { status, text } = yield* send(port, { path, headers });
        assert.strictEqual(status, 404, path);
        assert.include(text, "Diese Seite gibt es nicht");
        assert.notMatch(text, /script|nowhere|__proto__/);
      }
    }),
  );

  it.effect("programs get the error body, and endpoints stay JSON for browsers", () =>
    Effect.gen(function* () {
      const { port } = yield* ApiServer;
      for (const [path, method, accept, status, code] of [
        ["/", "GET", "*/*", 404, "not_found"],
        ["/", "GET", "application/json, text/html;q=0", 404, "not_found"],
        ["/", "POST", BROWSER, 404, "not_found"],
        ["/nowhere", "DELETE", BROWSER, 404, "not_found"],
        ["/v1/templates", "GET", BROWSER, 401, "unauthorized"],
      ] as const) {
        const response = yield* send(port, { path, method, headers: { accept } });
        assert.deepEqual([response.status, codeOf(response)], [status, code], `${method} ${path}`);
      }
      const head = yield* send(port, { path: "/", method: "HEAD", headers: { accept: BROWSER } });
      assert.deepEqual([head.status, head.text], [200, ""]);
    }),
  );
});
