import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { ApiServer, apiServer } from "../_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../_testing/body.ts";
import { EINVOICE_DATA, EINVOICE_TEMPLATE } from "../_testing/einvoice_template.ts";
import { send } from "../_testing/http_client.ts";

/** Sends requests with the key of the first project. */
const caller = Effect.map(
  ApiServer,
  ({ port, key }) =>
    (method: string, path: string, json?: unknown) =>
      send(port, {
        method,
        path,
        headers: { authorization: `Bearer ${key}` },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
);

layer(apiServer, { excludeTestServices: true })("electronic invoices", (it) => {
  it.effect("a render has its invoice in both syntaxes", () =>
    Effect.gen(function* () {
      const api = yield* caller;
      const published = yield* api("PUT", "/v1/templates/einvoice", EINVOICE_TEMPLATE);
      assert.strictEqual(published.status, 201);
      const template = fieldsOf(yield* api("GET", "/v1/templates/einvoice"));
      assert.deepStrictEqual(template["einvoice"], EINVOICE_TEMPLATE.einvoice);
      const render = { data: EINVOICE_DATA };
      const submitted = yield* api("POST", "/v1/templates/einvoice/render", render);
      assert.strictEqual(submitted.status, 202);
      const path = `/v1/renders/${String(fieldsOf(submitted)["id"])}/invoice.xml`;
      const cii = yield* api("GET", path);
      assert.strictEqual(cii.headers["content-type"], "application/xml");
      assert.include(cii.text, "<ram:DuePayableAmount>119.00</ram:DuePayableAmount>");
      const ubl = yield* api("GET", `${path}?syntax=ubl`);
      assert.include(ubl.text, '<cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount>');
    }),
  );

  it.effect("data that breaks a rule is rejected with the rule under its path", () =>
    Effect.gen(function* () {
      const api = yield* caller;
      yield* api("PUT", "/v1/templates/einvoice", EINVOICE_TEMPLATE);
      const response = yield* api("POST", "/v1/templates/einvoice/render", {
        data: { ...EINVOICE_DATA, total: "120.00" },
      });
      assert.strictEqual(response.status, 400);
      assert.strictEqual(codeOf(response), "invalid_input_data");
      assert.deepStrictEqual(issuePaths(response), ["total"]);
      assert.include(response.text, "[BR-CO-16]");
    }),
  );

  it.effect("a mapping that is not complete cannot be published", () =>
    Effect.gen(function* () {
      const api = yield* caller;
      const { "BT-1": _number, ...map } = EINVOICE_TEMPLATE.einvoice.map;
      const einvoice = { ...EINVOICE_TEMPLATE.einvoice, map };
      const response = yield* api("PUT", "/v1/templates/broken", {
        ...EINVOICE_TEMPLATE,
        einvoice,
      });
      assert.strictEqual(codeOf(response), "invalid_request");
      assert.deepStrictEqual(issuePaths(response), ["einvoice.map.BT-1"]);
    }),
  );
});
