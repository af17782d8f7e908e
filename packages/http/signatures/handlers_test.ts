import { assert, describe, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { submitInvoice } from "../_testing/api_client.ts";
import { ApiServer, apiServer } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { contractRender, signatureOf } from "../_testing/contract_document.ts";
import { send } from "../_testing/http_client.ts";
import { call } from "../_testing/shared_document.ts";

const ID = "01900000-0000-7000-8000-000000000000";
const BASE = "/v1/signatures";

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("signatures", (it) => {
  describe("POST /v1/signatures", () => {
    it.effect("sends a render to its recipients", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const response = yield* call("POST", BASE, signatureOf(renderId));
        assert.strictEqual(response.status, 201, response.text);
        const { id, createdAt, expiresAt, recipients, ...rest } = fieldsOf(response);
        assert.isString(createdAt);
        assert.strictEqual(
          Date.parse(String(expiresAt)) - Date.parse(String(createdAt)),
          168 * 3_600_000,
        );
        assert.deepStrictEqual(rest, {
          renderId,
          name: `Signature request ${renderId.slice(0, 8)}`,
          status: "sent",
          phase: "collecting",
          expirationHours: 168,
          message: null,
          language: null,
          signingOrder: "sequential",
          reminders: null,
          redirectUrl: null,
          allowDelegation: false,
          signedDownloadUrl: null,
          certificateUrl: null,
          errorMessage: null,
          completedAt: null,
        });
        const [recipient, ...others] = Schema.decodeUnknownSync(
          Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
        )(recipients);
        assert.deepStrictEqual(others, []);
        const { id: recipientId, delivery, ...person } = recipient!;
        assert.deepInclude(delivery, { status: "queued" }, String(recipientId));
        assert.deepStrictEqual(person, {
          firstName: "Ada",
          lastName: "Lovelace",
          email: "ada@example.com",
          designation: "Signer",
          order: 1,
          step: 1,
          language: null,
          authentication: null,
          status: "invited",
        });
        const { json } = yield* call("GET", `${BASE}/${String(id)}`);
        assert.deepInclude(json, rest);
      }),
    );

    it.effect("lists all issues with their paths", () =>
      Effect.gen(function* () {
        const response = yield* call("POST", BASE, {
          renderId: "no",
          name: "",
          expirationHours: 8761,
          recipients: [
            { firstName: "", email: "ada", order: 3 },
            { firstName: "A".repeat(101), email: `${"a".repeat(256)}@b`, designation: "Boss" },
          ],
          fields: [
            { recipientIndex: 2, type: "stamp", page: 0, x: 101, y: -1, width: 0, height: 101 },
          ],
          anchorTags: [
            { recipientIndex: 5, anchorString: "", type: "initial", width: 1001, height: 0 },
          ],
        });
        assert.strictEqual(codeOf(response), "invalid_request");
        assert.sameMembers(
          [...issuePaths(response)],
          [
            "renderId",
            "name",
            "expirationHours",
            "recipients.0.firstName",
            "recipients.0.email",
            "recipients.0.order",
            "recipients.1.firstName",
            "recipients.1.email",
            "recipients.1.designation",
            ...["recipientIndex", "type", "page", "x", "y", "width", "height"].map(
              (key) => `fields.0.${key}`,
            ),
            ...["recipientIndex", "anchorString", "type", "width", "height"].map(
              (key) => `anchorTags.0.${key}`,
            ),
          ],
        );
      }),
    );

    it.effect("accepts values at the limits, and rejects values beyond them", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const request = signatureOf(renderId);
        const longest = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(62)}`;
        assert.strictEqual(longest.length, 255);
        const people = (count: number) =>
          Array.from({ length: count }, () => request.recipients[0]);
        const tags = (count: number) =>
          Array.from({ length: count }, () => ({ ...request.anchorTags[0] }));
        const tagsFor = (count: number) =>
          tags(count).map((tag, recipientIndex) => ({ ...tag, recipientIndex }));
        const field = { recipientIndex: 0, type: "signature", page: 1, x: 0, y: 100, width: 100 };
        for (const [status, change] of [
          [201, { name: "n".repeat(255), expirationHours: 8760 }],
          [400, { name: "n".repeat(256) }],
          [400, { expirationHours: 0 }],
          [201, { recipients: [{ firstName: "f".repeat(100), email: longest }] }],
          [400, { recipients: [{ firstName: "F", lastName: "l".repeat(101), email: longest }] }],
          [400, { recipients: [{ firstName: "F", email: `a${longest}` }] }],
          [201, { recipients: people(20), anchorTags: tagsFor(20) }],
          [400, { recipients: people(21), anchorTags: tagsFor(21) }],
          [400, { recipients: [] }],
          [201, { anchorTags: tags(200) }],
          [400, { anchorTags: tags(201) }],
          [201, { anchorTags: [], fields: Array.from({ length: 200 }, () => field) }],
          [400, { anchorTags: [], fields: Array.from({ length: 201 }, () => field) }],
          [400, { anchorTags: [] }],
          [400, { anchorTags: [], fields: [{ ...field, page: 2 }] }],
          // Options must not be blank.
          [400, { fields: [{ ...field, type: "dropdown", options: [" "] }] }],
          [201, { message: "m".repeat(2000), language: "pt-BR", signingOrder: "parallel" }],
          [400, { message: "m".repeat(2001) }],
          [400, { language: "not a language" }],
          [400, { signingOrder: "random" }],
          [201, { reminders: { afterDays: 30, everyDays: 30, max: 10 }, allowDelegation: false }],
          [201, { allowDelegation: true }],
          [400, { reminders: { afterDays: 31, everyDays: 30, max: 10 } }],
          [400, { reminders: { afterDays: 1, everyDays: 0, max: 10 } }],
          [400, { reminders: { afterDays: 1, everyDays: 1, max: 11 } }],
          [400, { reminders: { afterDays: 1, everyDays: 1 } }],
          [201, { redirectUrl: "https://example.com/thanks?a=1" }],
          [400, { redirectUrl: "http://example.com" }],
          [400, { redirectUrl: "https://me:secret@example.com" }],
        ] as const) {
          const response = yield* call("POST", BASE, { ...request, ...change });
          assert.strictEqual(
            response.status,
            status,
            `${JSON.stringify(change).slice(0, 200)} ${response.text}`,
          );
        }
      }),
    );

    it.effect("requires anchors to exist, unless they are optional", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const request = signatureOf(renderId);
        const missing = { ...request.anchorTags[0], anchorString: "Nowhere" };
        const anchorTags = [request.anchorTags[0], missing];
        const rejection = yield* call("POST", BASE, { ...request, anchorTags });
        assert.strictEqual(rejection.status, 400);
        assert.deepStrictEqual(issuePaths(rejection), ["anchorTags.1.anchorString"]);
        const lenient = [anchorTags[0], { ...missing, ignoreIfNotPresent: true }];
        const response = yield* call("POST", BASE, { ...request, anchorTags: lenient });
        assert.strictEqual(response.status, 201);
      }),
    );

    it.effect("requires a succeeded render of the project of at most 20 MB", () =>
      Effect.gen(function* () {
        const unknown = yield* call("POST", BASE, signatureOf(ID));
        assert.strictEqual(codeOf(unknown), "not_found");
        const { id: queuedId } = yield* submitInvoice("signature-of-queued");
        const early = yield* call("POST", BASE, signatureOf(queuedId));
        assert.strictEqual(codeOf(early), "conflict");
        const { id } = yield* contractRender;
        const sql = yield* SqlClient.SqlClient;
        yield* sql`UPDATE renders SET byte_size = ${20 * 1024 * 1024 + 1} WHERE id = ${id}`;
        const large = yield* call("POST", BASE, signatureOf(id));
        assert.strictEqual(large.status, 413);
        assert.strictEqual(codeOf(large), "document_too_large");
        const { port, otherKey } = yield* ApiServer;
        const otherResponse = yield* send(port, {
          method: "POST",
          path: BASE,
          headers: { authorization: `Bearer ${otherKey}` },
          body: JSON.stringify(signatureOf(queuedId)),
        });
        assert.deepStrictEqual(otherResponse.json, unknown.json);
      }),
    );

    it.effect("rejects recipients without fields, with their paths", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const request = signatureOf(renderId);
        const carol = { firstName: "Carol", email: "carol@example.com", designation: "CC" };
        const [tag] = request.anchorTags;
        const absent = { ...tag, anchorString: "[[nowhere]]", ignoreIfNotPresent: true };
        for (const [path, change] of [
          ["recipients", { recipients: [carol], anchorTags: [] }],
          ["recipients.0", { anchorTags: [{ ...tag, required: false }] }],
          ["recipients.0", { anchorTags: [absent] }],
          ["anchorTags.0.offsetX", { anchorTags: [{ ...tag, offsetX: 1001 }] }],
        ] as const) {
          const response = yield* call("POST", BASE, { ...request, ...change });
          assert.strictEqual(response.status, 400, response.text);
          assert.deepStrictEqual(issuePaths(response), [path]);
        }
        const anchorTags = [absent, { ...tag, offsetX: 12.5, offsetY: -3 }];
        const createResponse = yield* call("POST", BASE, {
          ...request,
          anchorTags,
          expirationHours: 1.5,
        });
        assert.deepInclude(fieldsOf(createResponse), { status: "sent", expirationHours: 1.5 });
      }),
    );

    it.effect(
      "rejects unknown keys everywhere, and what contradicts itself, with their paths",
      () =>
        Effect.gen(function* () {
          const { id: renderId } = yield* contractRender;
          const request = signatureOf(renderId);
          const [ada] = request.recipients;
          const [tag] = request.anchorTags;
          const field = { recipientIndex: 0, type: "text", page: 1, x: 0, y: 100 };
          const withAda = (more: object) => ({ recipients: [{ ...ada, ...more }] });
          for (const [path, change] of [
            ["mesage", { mesage: "Hello" }],
            ["recipients.0.phone", withAda({ phone: "1" })],
            ["fields.0.colour", { fields: [{ ...field, colour: "red" }] }],
            ["anchorTags.0.offset", { anchorTags: [{ ...tag, offset: 1 }] }],
            ["reminders.min", { reminders: { afterDays: 1, everyDays: 1, max: 1, min: 1 } }],
            ["recipients.0.step", withAda({ step: 0 })],
            ["recipients.0.step", withAda({ step: 1, order: 1 })],
            ["recipients.0.language", withAda({ language: "de_DE" })],
            ["recipients.0.authentication.method", withAda({ authentication: { method: "sms" } })],
            [
              "recipients.0.authentication.code",
              withAda({ authentication: { method: "access_code" } }),
            ],
            [
              "recipients.0.authentication.code",
              withAda({ authentication: { method: "access_code", code: "123" } }),
            ],
            [
              "recipients.0.authentication.phone",
              withAda({ authentication: { method: "sms_code", phone: "0170 1234567" } }),
            ],
            [
              "recipients.0.authentication.pin",
              withAda({ authentication: { method: "email_code", pin: "1234" } }),
            ],
          ] as const) {
            const response = yield* call("POST", BASE, { ...request, ...change });
            assert.strictEqual(codeOf(response), "invalid_request", path);
            assert.deepStrictEqual(issuePaths(response), [path]);
          }
        }),
    );

    it.effect("is sent once per idempotency key; a replay returns its current state", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const once = { "idempotency-key": "sign once" };
        const sendOnce = call("POST", BASE, signatureOf(renderId), once);
        const responses = yield* Effect.all(
          Array.from({ length: 8 }, () => sendOnce),
          { concurrency: "unbounded" },
        );
        const statuses = responses
          .map(({ status }) => status)
          .toSorted((left, other) => left - other);
        assert.deepStrictEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
        assert.strictEqual(new Set(responses.map((response) => fieldsOf(response)["id"])).size, 1);
        const id = String(fieldsOf(responses[0]!)["id"]);
        yield* call("POST", `${BASE}/${id}/cancel`, {});
        const replay = yield* sendOnce;
        assert.strictEqual(replay.status, 200);
        assert.deepInclude(fieldsOf(replay), { id, status: "cancelled" });
        const sql = yield* SqlClient.SqlClient;
        const emails = yield* sql`SELECT id FROM mails WHERE render_id = ${renderId}`;
        assert.isAtMost(emails.length, 2);
      }),
    );
  });

  describe("/v1/signatures/{id}", () => {
    it.effect("is not found for other projects", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const { id } = fieldsOf(yield* call("POST", BASE, signatureOf(renderId)));
        const { port, otherKey } = yield* ApiServer;
        const headers = { authorization: `Bearer ${otherKey}` };
        for (const requestId of [String(id), ID, "no-uuid"])
          for (const [method, path] of [
            ["GET", requestId],
            ["GET", `${requestId}/download`],
            ["GET", `${requestId}/certificate`],
            ["POST", `${requestId}/cancel`],
          ] as const) {
            const request = { method, path: `${BASE}/${path}`, headers, body: "not json" };
            const response = yield* send(port, request);
            assert.strictEqual(response.status, 404, path);
            assert.strictEqual(codeOf(response), "not_found");
          }
      }),
    );

    it.effect("has no downloads before all recipients have signed", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const { id } = fieldsOf(yield* call("POST", BASE, signatureOf(renderId)));
        for (const part of ["download", "certificate"]) {
          const response = yield* call("GET", `${BASE}/${String(id)}/${part}`);
          assert.deepStrictEqual([response.status, codeOf(response)], [409, "conflict"]);
        }
      }),
    );

    it.effect("is cancelled once, with or without a reason", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const create = call("POST", BASE, signatureOf(renderId));
        const [left, other] = [fieldsOf(yield* create)["id"], fieldsOf(yield* create)["id"]];
        const path = `${BASE}/${String(left)}/cancel`;
        const long = yield* call("POST", path, { reason: "r".repeat(501) });
        assert.deepStrictEqual(issuePaths(long), ["reason"]);
        const cancelResponse = yield* call("POST", path, { reason: "Changed" });
        assert.strictEqual(cancelResponse.status, 200);
        assert.deepInclude(fieldsOf(cancelResponse), {
          status: "cancelled",
          errorMessage: "Changed",
        });
        assert.strictEqual(codeOf(yield* call("POST", path, {})), "conflict");
        const silent = yield* call("POST", `${BASE}/${String(other)}/cancel`);
        assert.deepInclude(fieldsOf(silent), { status: "cancelled", errorMessage: null });
      }),
    );

    it.effect("publishes events", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const createResponse = yield* call("POST", BASE, signatureOf(renderId));
        const { id } = fieldsOf(createResponse);
        const cancelResponse = yield* call("POST", `${BASE}/${String(id)}/cancel`, {});
        const sql = yield* SqlClient.SqlClient;
        const rows = yield* sql<{ readonly type: string; readonly body: string }>`
          SELECT type, body
          FROM events
          WHERE body::json -> 'data' ->> 'id' = ${String(id)}
          ORDER BY id`;
        const data = rows.map(
          ({ body }) => fieldsOf({ ...createResponse, json: JSON.parse(body) })["data"],
        );
        assert.deepStrictEqual(
          rows.map(({ type }) => type),
          ["signature.sent", "signature.cancelled"],
        );
        assert.deepStrictEqual(data, [createResponse.json, cancelResponse.json]);
      }),
    );
  });
});
