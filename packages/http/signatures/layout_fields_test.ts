import { assert, layer } from "@effect/vitest";
import { RenderJob } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { DateTime, Effect } from "effect";
import { SqlClient } from "effect/sql";

import { apiServer } from "../_testing/api_server.ts";
import { fieldsOf, issuePaths } from "../_testing/body.ts";
import { call } from "../_testing/shared_document.ts";

const BASE = "/v1/signatures";

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })(
  "POST /v1/signatures",
  (it) => {
    it.effect("uses the signing fields of the layout, by the roles of recipients", () =>
      Effect.gen(function* () {
        const sign = { height: 15, width: 63, role: "client" };
        const layout = {
          basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
          schemas: [
            [
              {
                name: "terms",
                type: "text",
                content: "{terms}",
                position: { x: 20, y: 20 },
                width: 170,
                height: 10,
                overflow: "expand",
              },
              { ...sign, name: "sign", type: "signature", position: { x: 21, y: 40 } },
              {
                ...sign,
                name: "date",
                type: "signingDate",
                role: "supplier",
                required: false,
                label: "Date",
                position: { x: 105, y: 40 },
              },
            ],
          ],
        };
        const manifest = {
          variables: [{ key: "terms", label: "Terms", dataType: "longtext" }],
          loops: [],
        };
        const published = yield* call("PUT", "/v1/templates/with-roles", {
          name: "With roles",
          manifest,
          layout,
        });
        assert.strictEqual(published.status, 201, published.text);
        const submission = yield* call("POST", "/v1/templates/with-roles/render", {
          data: { terms: "One of many terms\n".repeat(80) },
        });
        const renderId = RenderId.make(String(fieldsOf(submission)["id"]));
        assert.deepEqual(
          fieldsOf(yield* call("GET", `/v1/renders/${renderId}`))["signingFields"],
          [],
        );
        const claimedAt = yield* DateTime.now;
        const { run } = yield* RenderJob;
        yield* run({ id: renderId, claimedAt, attempts: 1, abandonedClaims: 0 });
        const { signingFields } = fieldsOf(yield* call("GET", `/v1/renders/${renderId}`));
        assert.nestedPropertyVal(signingFields, "0.id", "sign");
        assert.nestedPropertyVal(signingFields, "0.role", "client");
        assert.nestedPropertyVal(signingFields, "0.page", 2);
        assert.nestedPropertyVal(signingFields, "0.x", 10);
        assert.nestedPropertyVal(signingFields, "1.label", "Date");
        assert.nestedPropertyVal(signingFields, "1.required", false);

        const ada = { firstName: "Ada", email: "ada@example.com" };
        const approver = { ...ada, designation: "Approver" };
        for (const [recipients, path] of [
          [[ada], "fields"],
          [[{ ...ada, role: "client" }], "recipients"],
          [
            [
              { ...ada, role: "client" },
              { ...approver, role: "buyer" },
            ],
            "recipients.1.role",
          ],
          [
            [
              { ...ada, role: "supplier" },
              { ...approver, role: "client" },
            ],
            "recipients.0",
          ],
          [[{ ...ada, role: "" }], "recipients.0.role"],
        ] as const) {
          const response = yield* call("POST", BASE, { renderId, recipients });
          assert.strictEqual(response.status, 400, path);
          assert.include(issuePaths(response), path);
        }
        const recipients = [
          { ...approver, role: "supplier" },
          { ...ada, role: "client" },
        ];
        const response = yield* call("POST", BASE, { renderId, recipients });
        assert.strictEqual(response.status, 201, response.text);
        const sql = yield* SqlClient.SqlClient;
        const [envelope] = yield* sql<{ readonly fields: ReadonlyArray<object> }>`
          SELECT fields FROM signing_envelopes WHERE render_id = ${renderId}`;
        assert.nestedPropertyVal(envelope, "fields.0.type", "signature");
        assert.nestedPropertyVal(envelope, "fields.0.page", 2);
        assert.nestedPropertyVal(envelope, "fields.0.required", true);
        assert.nestedPropertyVal(envelope, "fields.1.type", "date");
        assert.nestedPropertyVal(envelope, "fields.1.required", false);
      }),
    );
  },
);
