import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";
import { HttpApi } from "effect/http-api";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { codeForPath } from "../../packages/http/_testing/body.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { Api } from "../../packages/http/api.ts";
import { type Credential, NO_KEY, type Request } from "./contract_request.ts";
import { call, contractServer } from "./contract_server.ts";

/** The credential for the endpoints of a middleware. */
const CREDENTIALS: Readonly<Record<string, Credential>> = {
  "@paraph/http/ProjectKey": "project",
  "@paraph/http/RenderKey": "project",
  "@paraph/http/AccountKey": "account",
  "@paraph/http/AdminKey": "admin",
  "@paraph/http/EmbeddingKey": "partner",
  "@paraph/http/IntegratorKey": "partner",
  "@paraph/http/FlatIntegratorKey": "partner",
  "@paraph/http/BuilderKey": "partner",
  "@paraph/http/EmbedSessionToken": "fill",
};

/** Resources that exist, by the group of their endpoints. */
const IDS: Readonly<Record<string, string>> = {
  projects: "{own}",
  webhooks: "{webhook}",
  renders: "{render}",
  shares: "{render}",
  engagement: "{render}",
  builder: "{draft}",
};

interface Endpoint {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly credential: Credential | undefined;
}

/** Every endpoint of the contract. */
function endpoints(): ReadonlyArray<Endpoint> {
  const list: Array<Endpoint> = [];
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, middleware }) => {
      const path = endpoint.path
        .replace(":slug", "known")
        .replace(":sessionId", "{fillSession}")
        .replace(/:id\b(?:\([^)]*\))?/, IDS[group.identifier] ?? "{signature}")
        .replace(/:token\([^)]*\{(\d+)\}\)/, (_, length) => "a".repeat(Number(length)))
        .replaceAll(/:(\w+)/g, "$1");
      const credential = [...middleware]
        .map(({ key }) => CREDENTIALS[key])
        .find((candidate) => candidate !== undefined);
      const name = `${group.identifier}.${endpoint.identifier}`;
      list.push({ name, method: endpoint.method, path, credential });
    },
  });
  return list;
}

const LONG = "k".repeat(256);

layer(contractServer, { excludeTestServices: true, timeout: "60 seconds" })(
  "a malformed idempotency key",
  (it) => {
    const statusAndCode = Effect.fnUntraced(function* (
      { method, path, credential }: Endpoint,
      key: string,
    ) {
      const headers = { "idempotency-key": key };
      const as: Request = credential === undefined ? NO_KEY : { as: credential };
      // The body is invalid too, but the key is checked first.
      const body = method === "GET" || method === "DELETE" ? {} : { body: "{" };
      const response = yield* call({ method, path, headers, ...as, ...body });
      return [response.status, codeForPath(path, response, method)];
    });

    for (const endpoint of endpoints()) {
      it.effect(`is refused by ${endpoint.name} after its credential`, () =>
        Effect.gen(function* () {
          for (const key of [LONG, "", "é"]) {
            assert.deepEqual(yield* statusAndCode(endpoint, key), [400, "invalid_request"], key);
          }
          if (endpoint.credential === undefined) return;
          const { method, path } = endpoint;
          const headers = { "idempotency-key": LONG };
          const anonymous = yield* call({ method, path, headers, ...NO_KEY });
          assert.strictEqual(anonymous.status, 401, anonymous.text);
        }),
      );
    }

    it.effect("is refused by pages too, after the path is checked", () =>
      Effect.gen(function* () {
        yield* ApiServer;
        const headers = { "idempotency-key": LONG };
        const status = (path: string) =>
          Effect.map(callAs("", "GET", path, undefined, headers), (response) => response.status);
        assert.strictEqual(yield* status("/openapi.json"), 400);
        assert.strictEqual(yield* status("/docs"), 400);
        assert.strictEqual(yield* status("/v1/nowhere"), 404);
      }),
    );
  },
);
