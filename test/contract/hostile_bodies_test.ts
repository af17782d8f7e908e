import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { HttpApi } from "effect/http-api";

import {
  apiClient,
  INVOICE,
  publishInvoice,
  submitInvoice,
} from "../../packages/http/_testing/api_client.ts";
import {
  ADMIN_KEY,
  apiServer,
  ApiServer,
  BASE_URL,
  CALLBACK_SECRET,
  MAX_BODY_BYTES,
  INTEGRATOR_ORIGIN,
} from "../../packages/http/_testing/api_server.ts";
import { codeForPath, fieldsOf, expectedStatus } from "../../packages/http/_testing/body.ts";
import { createDraft, callAs, openSession } from "../../packages/http/_testing/embedding.ts";
import { type RawResponse, send, sendBytes } from "../../packages/http/_testing/http_client.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { Api } from "../../packages/http/api.ts";
import { forgeText } from "../fuzz/forgeries.ts";
import { forgeable } from "./forged_requests.ts";
import { HostileRequest, hostileRequest } from "./hostile_request.ts";

const REQUESTS = 2500;
/** The number of forgeries of each kind. */
const FORGERIES = 40;

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Every endpoint. */
const ENDPOINTS: Array<Endpoint> = [];
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }) => ENDPOINTS.push({ method, path }),
});

/** Asserts the rules of every response. */
function check(method: string, path: string, response: RawResponse): void {
  const { status, headers, text } = response;
  assert.isBelow(status, 500, text);
  assert.isString(headers["x-request-id"], `${status} ${text}`);
  if (status < 400 || method === "HEAD") return;
  // Invalid links, unknown addresses and invalid forms have pages for people. Endpoints of the API never return one.
  if (isPage(response)) {
    assert.isTrue(!path.startsWith("/v1/") || status === 404, path);
    assert.include(path.startsWith("/verify") ? [400, 404, 413, 429] : [404, 410], status);
    return;
  }
  const code = codeForPath(path, response, method);
  // A malformed idempotency key is 400 everywhere, also where other invalid shapes are 422.
  const isOfKey = text.includes('"headers.idempotency-key"');
  const expected = isOfKey ? 400 : code && expectedStatus(path, method, code);
  assert.strictEqual(expected, status, text);
}

/** Whether a response is a page for people. */
function isPage({ headers }: RawResponse): boolean {
  return headers["content-type"]?.startsWith("text/html") === true;
}

/** A server with resources: a template, a template to delete, a document. */
const serverWithResources = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* publishInvoice("doomed");
    const { id } = yield* submitInvoice("known");
    yield* succeedRender(id, Buffer.from("%PDF-1.7\n%%EOF\n"));
  }),
).pipe(Layer.provideMerge(apiServer));

layer(serverWithResources, { excludeTestServices: true, timeout: "2 minutes" })(
  "a hostile client",
  (it) => {
    const sharedRender = Effect.runSync(
      Effect.cached(
        Effect.gen(function* () {
          const client = yield* apiClient;
          const { renders } = yield* client.renders.list({ query: { status: "succeeded" } });
          const { id, downloadUrl } = yield* Effect.fromNullishOr(renders[0]);
          const params = { id };
          const share = { params, headers: {}, payload: {} };
          const { id: shareId, shareToken } = yield* client.shares.create(share);
          const ofShare = { shareId, shareToken };
          return {
            id,
            ...ofShare,
            token: downloadUrl?.slice(`${BASE_URL}/files/`.length, -".pdf".length) ?? "",
          };
        }),
      ),
    );
    /** A project that may be deleted at any time, as may every template in it. */
    const spareProject = Effect.fnUntraced(function* (name: string) {
      const { port, accountKey } = yield* ApiServer;
      const headers = { authorization: `Bearer ${accountKey}` };
      const body = JSON.stringify({ name });
      const response = yield* send(port, { method: "POST", path: "/v1/projects", headers, body });
      return String(fieldsOf(response)["id"]);
    });

    /** A render that may be erased at any time. */
    const spareRender = Effect.map(submitInvoice("spare"), ({ id }) => ({ id }));

    const embedding = Effect.runSync(
      Effect.cached(
        Effect.gen(function* () {
          const { embedKey } = yield* ApiServer;
          yield* callAs(embedKey, "PUT", "/v1/templates/form", { name: "Form", manifest: INVOICE });
          const { id } = fieldsOf(yield* callAs(embedKey, "GET", "/v1/templates/form"));
          const scope = { mode: "fill", templateExternalId: id };
          return { draft: yield* createDraft("Draft"), session: yield* openSession({ scope }) };
        }),
      ),
    );
    /** A valid embedding target. A deleted one is missing for the next request, which is fine. */
    const embedTarget = Effect.fnUntraced(function* ({ method, path }: Endpoint) {
      const { embedKey } = yield* ApiServer;
      const { draft, session } = yield* embedding;
      const isOfSession = /\/(session|form-\w+\/:sessionId)$/.test(path);
      const template = method !== "DELETE" ? draft : yield* createDraft("Doomed");
      const resource = path.includes("/sessions/") ? yield* openSession() : template;
      return {
        authorization: `Bearer ${isOfSession ? session.token : embedKey}`,
        origin: INTEGRATOR_ORIGIN,
        params: { id: resource.id, sessionId: session.id },
      };
    });

    it.effect.prop(
      "gets only errors of the contract and never a 500",
      { numbers: HostileRequest },
      ({ numbers }) =>
        Effect.gen(function* () {
          const { port, key, accountKey } = yield* ApiServer;
          const { method, path } = ENDPOINTS[numbers.endpoint % ENDPOINTS.length] ?? assert.fail();
          const isOfAccount = /^\/v1\/(projects|audit)/.test(path);
          const spare = isOfAccount ? yield* spareProject(`Spare ${numbers.place}`) : "";
          const { shareToken, ...renderParams } = yield* sharedRender;
          const params = {
            ...renderParams,
            ...(isOfAccount ? { id: spare, keyId: spare } : {}),
            ...(method === "DELETE" && path === "/v1/renders/:id" ? yield* spareRender : {}),
            ...(path.startsWith("/share/") ? { token: shareToken } : {}),
            slug: method === "DELETE" ? "doomed" : "known",
          };
          const isOfEmbedding = path.startsWith("/v1/embed/") && !path.endsWith("/download");
          const isOfAdmin = path.startsWith("/v1/admin");
          const authorization = `Bearer ${isOfAdmin ? ADMIN_KEY : isOfAccount ? accountKey : key}`;
          const target = {
            method,
            path,
            authorization,
            params,
            ...(isOfEmbedding ? yield* embedTarget({ method, path }) : {}),
          };
          const request = hostileRequest(numbers, target);
          check(request.method, request.path, yield* send(port, request));
        }),
      { timeout: 120_000, arbitrary: { runs: REQUESTS, concurrency: 4, size: 6 } },
    );

    describe("on the wire", () => {
      it.effect("forges its identity and other parts of requests", () =>
        Effect.gen(function* () {
          const { port, key } = yield* ApiServer;
          const { id, token: fileToken } = yield* sharedRender;
          // A share that no earlier request has revoked.
          const share = fieldsOf(yield* callAs(key, "POST", `/v1/renders/${id}/shares`, {}));
          const shareToken = String(share["shareToken"]);
          const { session } = yield* embedding;
          const inboundWebhook = fieldsOf(yield* callAs(key, "POST", "/v1/templates/known/hook"));
          const cases = forgeable({
            key,
            shareToken,
            fileToken,
            callbackSecret: CALLBACK_SECRET,
            inboundToken: String(inboundWebhook["token"]),
            inboundSecret: String(inboundWebhook["secret"]),
            sessionToken: session.token,
            sessionOrigin: INTEGRATOR_ORIGIN,
          });
          const seeds = Array.from({ length: FORGERIES }, (_, seed) => seed);
          for (const { name, right, request, isRight = () => true } of cases) {
            const validResponse = yield* sendBytes(port, Buffer.from(request(right), "latin1"));
            assert.match(validResponse, /^HTTP\/1\.1 (2|404)/, name);
            const forge = Effect.fnUntraced(function* (seed: number) {
              const text = Buffer.from(forgeText(right, seed)).toString("latin1");
              // A line break would start another header.
              if (/[\r\n]/.test(text)) return;
              const response = yield* sendBytes(port, Buffer.from(request(text), "latin1"));
              const message = `${name}: ${text.slice(0, 200)}\n${response.slice(0, 500)}`;
              assert.match(response, /^(HTTP\/1\.1 [234]\d\d |$)/, message);
              if (!isRight(text)) assert.notMatch(response, /^HTTP\/1\.1 [23]/, message);
            });
            yield* Effect.forEach(seeds, forge, { concurrency: 8, discard: true });
          }
        }),
      );

      it.effect("sends bodies that are too large", () =>
        Effect.gen(function* () {
          const { port, key } = yield* ApiServer;
          const headers = { authorization: `Bearer ${key}` };
          const large = Buffer.alloc(4 * MAX_BODY_BYTES, "[");
          for (const endpoint of ENDPOINTS) {
            const { method } = endpoint;
            const path = endpoint.path.replace(":slug", "unknown");
            check(method, path, yield* send(port, { method, path, headers, body: large }));
            check(method, path, yield* send(port, { method, path, headers, body: [large, large] }));
          }
        }),
      );

      it.effect("sends malformed HTTP", () =>
        Effect.gen(function* () {
          const { port, key } = yield* ApiServer;
          const put = "PUT /v1/templates/x HTTP/1.1\r\nhost: x\r\nconnection: close";
          const head = `${put}\r\nauthorization: Bearer ${key}\r\n`;
          for (const bytes of [
            `${head}content-length: -1\r\n\r\n{}`,
            `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
            `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
            `${head}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
            `${head}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n`,
            `${head}transfer-encoding: chunked\r\n\r\n2\r\n{}XX`,
            `${head}connection: upgrade\r\nupgrade: h2c\r\ncontent-length: 2\r\n\r\n{}`,
            `${head}connection: upgrade\r\nupgrade: websocket\r\ncontent-length: 2\r\n\r\n{}`,
            "GET http://evil.example/v1/templates HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
            "GET //evil.example/v1/templates HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
            "GET /v1/templates\xff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
            "GET /healthz HTTP/1.0\r\n\r\n",
            "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
          ]) {
            const response = yield* sendBytes(port, Buffer.from(bytes, "latin1"));
            assert.match(response, /^(HTTP\/1\.1 [24]\d\d |$)/, bytes);
          }
        }),
      );
    });

    it.effect("leaves a working server, and no errors in its log", () =>
      Effect.gen(function* () {
        const { port, logs } = yield* ApiServer;
        const errorLogs = logs.filter(({ level }) => level !== "Info");
        assert.deepEqual(errorLogs, []);
        assert.isFalse("polluted" in {});
        assert.strictEqual((yield* send(port, { path: "/readyz" })).status, 200);
        assert.strictEqual((yield* submitInvoice("afterwards")).status, "queued");
      }),
    );
  },
);
