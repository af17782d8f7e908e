import { assert, describe, layer } from "@effect/vitest";
import { Effect } from "effect";
import { HttpApi } from "effect/http-api";

import { ADMIN_KEY, apiServer, ApiServer, INTEGRATOR_ORIGIN } from "../../_testing/api_server.ts";
import { fieldsOf } from "../../_testing/body.ts";
import { createDraft, openSession } from "../../_testing/embedding.ts";
import { type RawResponse, send } from "../../_testing/http_client.ts";
import { call, sharedDocument } from "../../_testing/shared_document.ts";
import { Api } from "../../api.ts";
import { RESPONSE_HEADERS, type ResponseKind, responseKind, HSTS } from "./response_headers.ts";

/** Every endpoint, and the static pages. */
const ROUTES: Array<readonly [method: string, path: string]> = [
  ["GET", "/docs"],
  ["GET", "/openapi.json"],
  ["GET", "/assets/unknown.js"],
  ["GET", "/unknown"],
  ["PATCH", "/healthz"],
];
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }) => ROUTES.push([method, path]),
});

/** Headers that may differ from the defaults. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  "cache-control":
    /^(no-store|private, (no-cache|max-age=3600)|public, max-age=(300|31536000, immutable))$/,
  "cross-origin-resource-policy": /^(same-origin|cross-origin)$/,
};

/** Checks the headers of a response against the defaults. */
function check(route: string, { status, headers: responseHeaders }: RawResponse): void {
  const headers = Object.fromEntries(
    Object.entries(responseHeaders).map(([name, value]) => [name, String(value)]),
  );
  const label = `${route} ${status}`;
  const isPage = headers["content-type"]?.startsWith("text/html") === true;
  for (const [name, value] of Object.entries({
    ...RESPONSE_HEADERS[responseKind(headers["content-type"])],
    ...HSTS,
  })) {
    if (isPage && (name === "content-security-policy" || name === "x-frame-options")) continue;
    const exception = EXCEPTIONS[name];
    if (exception === undefined) assert.strictEqual(headers[name], value, `${label} ${name}`);
    else assert.match(headers[name] ?? "", exception, `${label} ${name}`);
  }
  if (isPage) {
    const policy = headers["content-security-policy"] ?? "";
    assert.match(policy, /default-src 'none'/, label);
    assert.match(policy, /frame-ancestors /, label);
    assert.notMatch(policy, /script-src [^;]*'unsafe-(inline|eval)'/, label);
  }
  for (const name of ["server", "x-powered-by", "set-cookie"]) assert.notProperty(headers, name);
}

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("every response", (it) => {
  describe("has the headers of its kind", () => {
    it.effect("for all routes, credentials and statuses", () =>
      Effect.gen(function* () {
        const { port, key, accountKey, embedKey } = yield* ApiServer;
        const { id, base, share } = yield* sharedDocument;
        const { token: shareToken } = yield* share();
        const downloadUrl = String(fieldsOf(yield* call("GET", base))["downloadUrl"]);
        const token = downloadUrl.slice(downloadUrl.lastIndexOf("/") + 1, -".pdf".length);
        const session = yield* openSession();
        const draft = yield* createDraft("Draft");
        const kinds = new Map<ResponseKind, number>();
        const bearers = ["", key, accountKey, embedKey, ADMIN_KEY, session.token];
        // Deleted and revoked resources are not found later, so these routes come last.
        const deleting = ROUTES.filter(([method]) => method === "DELETE");
        const others = ROUTES.filter(([method]) => method !== "DELETE");
        for (const [method, path] of [...others, ...deleting]) {
          const isOfShare = path.startsWith("/share/") || path.startsWith("/t/");
          const params: Record<string, string> = {
            id: path.includes("/builder/") ? draft.id : id,
            token: isOfShare ? shareToken : token,
            slug: "known",
            sessionId: session.id,
          };
          const url = path.replaceAll(
            /:(\w+)(\(.*?\))?/g,
            (_, name: string) => params[name] ?? "x",
          );
          for (const bearer of method === "DELETE" ? ["", key] : bearers) {
            const headers = {
              ...(bearer === "" ? {} : { authorization: `Bearer ${bearer}` }),
              ...(path.startsWith("/v1/embed/") ? { origin: INTEGRATOR_ORIGIN } : {}),
            };
            const query = path.startsWith("/embed/") ? `?session=${session.id}` : "";
            const response = yield* send(port, { method, path: url + query, headers });
            check(`${method} ${path}`, response);
            const kind = responseKind(response.headers["content-type"]);
            if (response.status === 200) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          }
        }
        for (const kind of ["page", "document", "data"] as const)
          assert.isAbove(kinds.get(kind) ?? 0, 2, kind);
      }),
    );

    it.effect("also if it is rejected before the handler", () =>
      Effect.gen(function* () {
        const { port, key } = yield* ApiServer;
        const headers = { authorization: `Bearer ${key}` };
        const body = Buffer.alloc(2 * 1024 * 1024, "[");
        const tooLarge = yield* send(port, {
          method: "PUT",
          path: "/v1/templates/x",
          headers,
          body,
        });
        assert.strictEqual(tooLarge.status, 413);
        check("PUT /v1/templates/:slug", tooLarge);
        const { id } = yield* sharedDocument;
        const download = `/v1/embed/renders/${id}/download`;
        const part = yield* send(port, {
          path: download,
          headers: { ...headers, range: "bytes=0-3" },
        });
        assert.deepStrictEqual(
          [part.status, part.headers["cache-control"]],
          [206, "private, max-age=3600"],
        );
        check("GET download", part);
        const none = yield* send(port, {
          path: download,
          headers: { ...headers, range: "bytes=999-" },
        });
        assert.strictEqual(none.status, 416);
        check("GET download", none);
      }),
    );
  });
});
