import { assert, layer } from "@effect/vitest";
import { Effect, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { ApiServer, apiServer, MAIL_SECRET } from "../_testing/api_server.ts";
import { codeOf, fieldsOf } from "../_testing/body.ts";
import { contractRender, signatureOf } from "../_testing/contract_document.ts";
import { send } from "../_testing/http_client.ts";
import { call } from "../_testing/shared_document.ts";

const ID = "01900000-0000-7000-8000-000000000000";
const BASE = "/v1/signatures";

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })(
  "reports of bounces",
  (it) => {
    it.effect("mark recipients whose invitation bounces after it was sent", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const { id } = fieldsOf(yield* call("POST", BASE, signatureOf(renderId)));
        const sql = yield* SqlClient.SqlClient;
        const emailOf = sql<{ readonly id: string; readonly status: string }>`
        SELECT id, status FROM mails WHERE render_id = ${renderId}`;
        const [email] = yield* Effect.repeat(emailOf, {
          until: ([first]) => first?.status === "sent",
          schedule: Schedule.spaced("20 millis"),
        });
        const { port } = yield* ApiServer;
        const report = (authorization: string, body: unknown) =>
          send(port, {
            method: "POST",
            path: "/v1/hooks/mail/bounce",
            headers: { authorization, "content-type": "text/plain" },
            body: JSON.stringify(body),
          });
        const bounce = { RecordType: "Bounce", Type: "HardBounce", Details: "550 5.1.1 unknown" };
        const named = { ...bounce, Metadata: { "paraph-email": email!.id } };

        const basic = (secret: string) => `Basic ${btoa(`postmark:${secret}`)}`;
        for (const wrong of ["", "Bearer x", basic("x"), `Digest ${MAIL_SECRET}`, "Basic =="]) {
          const response = yield* report(wrong, named);
          assert.deepEqual([response.status, codeOf(response)], [401, "unauthorized"]);
          assert.match(String(response.headers["www-authenticate"]), /^Basic realm=/);
        }
        const spam = { ...named, RecordType: "SpamComplaint" };
        const other = { ...bounce, Metadata: { "paraph-email": ID }, Email: "ada@example.com" };
        for (const body of [other, bounce, spam, spam, named, named]) {
          const response = yield* report(basic(MAIL_SECRET), body);
          assert.deepEqual([response.status, response.json], [200, { received: true }]);
        }

        const { recipients } = fieldsOf(yield* call("GET", `${BASE}/${String(id)}`));
        assert.nestedPropertyVal(recipients, "0.status", "delivery_failed");
        assert.nestedPropertyVal(recipients, "0.delivery.status", "failed");
        assert.nestedPropertyVal(recipients, "0.delivery.error", "the email bounced (5.1.1)");
        const { events } = fieldsOf(yield* call("GET", `${BASE}/${String(id)}/audit`));
        assert.deepEqual(
          Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ type: Schema.String })))(events),
          ["sent", "invited", "email_sent", "email_complained", "email_failed"].map((type) => ({
            type,
          })),
        );
        const published = yield* sql`
        SELECT type
        FROM events
        WHERE body::json #>> '{data,id}' = ${String(id)}
          AND type = 'signature.delivery_failed'`;
        assert.lengthOf(published, 1);
        const invalid = yield* report(`Bearer ${MAIL_SECRET}`, { some: "thing" });
        assert.deepEqual([invalid.status, codeOf(invalid)], [400, "invalid_request"]);
      }),
    );
  },
);
