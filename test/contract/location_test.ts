import { assert, describe, it as test, layer } from "@effect/vitest";
import { Effect } from "effect";
import { OpenApi } from "effect/http-api";

import { apiServer, ApiServer, BASE_URL } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { Api } from "../../packages/http/api.ts";
import { CREATING, type CreatingRequest } from "./idempotency_cases.ts";

/**
 * The path of the resource of every operation with 201 or 202, and the methods that it accepts. `{field}` is
 * a field of the response. Other paths are relative to that of the request.
 */
const LOCATIONS: Readonly<Record<string, readonly [path: string, methods: string]>> = {
  "projects.create": ["/v1/projects/{id}", "GET"],
  "projects.mintKey": ["./{id}", "DELETE"],
  "projects.copyTemplate": ["/v1/templates/{slug}", "GET"],
  "templates.create": ["/v1/templates/{slug}", "GET"],
  "templates.publish": ["/v1/templates/{slug}", "GET"],
  "fonts.add": ["/v1/fonts/{name}", "DELETE"],
  "renders.upload": ["/v1/renders/{id}", "GET"],
  "renders.submit": ["/v1/renders/{id}", "GET"],
  "renderBatches.submit": ["/v1/renders/batches/{id}", "GET"],
  "hooks.mint": [".", "GET"],
  "inbound.receive": ["/v1/renders/{id}", "GET"],
  "webhooks.create": ["/v1/webhooks/{id}", "GET"],
  "webhooks.test": ["../deliveries", "GET"],
  "webhooks.replay": ["../../../deliveries", "GET"],
  "shares.create": ["./{id}", "DELETE"],
  "shares.email": ["../shares/{id}", "DELETE"],
  "signatureBulks.create": ["/v1/signatures/bulk/{id}", "GET"],
  "signatures.create": ["/v1/signatures/{id}", "GET"],
  "signatureDrafts.create": ["/v1/signature-drafts/{id}", "GET"],
  "embedSend.send": ["/v1/signatures/{id}", "GET"],
  "signatureDrafts.send": ["/v1/signatures/{id}", "GET"],
  "forms.submit": ["/v1/embed/renders/{id}", "GET"],
};

/** Catalogs, organisations and emails to recipients have no URL. Download and signing URLs are in the body. */
const WITHOUT_URL = [
  "embedCatalogs.create",
  "admin.provision",
  "members.invite",
  "members.resend",
  "renders.createDownloadUrl",
  "signatures.remind",
  "signatures.resend",
  "signatures.signingUrl",
  "signatures.inPerson",
];

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
}

describe("the description", () => {
  test("declares a Location for each 201 and 202, unless the resource has no URL", () => {
    const responses = Object.values(OpenApi.fromApi(Api).paths)
      .flatMap((item) => [item.post, item.put])
      .flatMap((operation) => {
        const statuses: Readonly<Record<string, Response>> = operation?.responses ?? {};
        return [201, 202].flatMap((status) => {
          const response = statuses[status];
          return response === undefined ? [] : [{ name: operation?.operationId ?? "", response }];
        });
      });
    const locationResponses = responses.filter(({ response }) => response.headers?.["Location"]);
    const names = (of: typeof responses) => of.map(({ name }) => name);
    assert.sameMembers(names(locationResponses), Object.keys(LOCATIONS));
    assert.sameMembers(names(responses), [...Object.keys(LOCATIONS), ...WITHOUT_URL]);
  });
});

layer(apiServer, { excludeTestServices: true, timeout: "60 seconds" })("Location", (it) => {
  for (const [name, fresh] of Object.entries(CREATING)) {
    const expected = LOCATIONS[name];
    if (expected === undefined) continue;
    const [template, method] = expected;
    it.effect(`${name} names the resource, and its replay does not`, () =>
      Effect.gen(function* () {
        const { method: verb = "POST", path, json, bearer, origin }: CreatingRequest = yield* fresh;
        const { key } = yield* ApiServer;
        const headers = {
          "idempotency-key": `${name} location`,
          ...(origin === undefined ? {} : { origin }),
        };
        const response = yield* callAs(bearer, verb, path, json, headers);
        assert.include([201, 202], response.status, response.text);
        const fields = fieldsOf(response);
        const relative = template.replaceAll(/\{(\w+)\}/g, (_, field) => String(fields[field]));
        const resource = relative.startsWith("/")
          ? relative
          : new URL(relative, `${BASE_URL}${path}/`).pathname.replace(/\/$/, "");
        assert.strictEqual(response.headers["location"], BASE_URL + resource);
        if ("pollUrl" in fields && name !== "forms.submit") {
          assert.strictEqual(response.headers["location"], fields["pollUrl"]);
        }

        // Templates and renders are read with a project key, even if no such key created them.
        const reader = /^\/v1\/(templates|renders)\//.test(resource) ? key : bearer;
        const resourceResponse = yield* callAs(reader, "GET", resource, undefined, headers);
        if (method === "GET")
          assert.strictEqual(resourceResponse.status, 200, resourceResponse.text);
        else assert.strictEqual(resourceResponse.headers["allow"], method);

        const replay = yield* callAs(bearer, verb, path, json, headers);
        assert.strictEqual(replay.status, 200, replay.text);
        assert.notProperty(replay.headers, "location");
      }),
    );
  }
});
