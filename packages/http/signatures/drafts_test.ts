import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../_testing/body.ts";
import { contractRender, signatureOf } from "../_testing/contract_document.ts";
import { callAs } from "../_testing/embedding.ts";
import { call } from "../_testing/shared_document.ts";

const DRAFTS = "/v1/signature-drafts";

/** A draft for a new contract, with the recipients and fields of a valid request unless told otherwise. */
const newDraft = Effect.fnUntraced(function* (change: object = {}) {
  const { id: renderId } = yield* contractRender;
  const request = { ...signatureOf(renderId), ...change };
  const response = yield* call("POST", DRAFTS, { request });
  assert.strictEqual(response.status, 201, response.text);
  const draft = fieldsOf(response);
  return { id: String(draft["id"]), path: `${DRAFTS}/${String(draft["id"])}`, renderId, draft };
});

const listed = Schema.decodeUnknownSync(
  Schema.Struct({ drafts: Schema.Array(Schema.Struct({ id: Schema.String })) }),
);

const requestsOf = Effect.fnUntraced(function* (renderId: string) {
  const sql = yield* SqlClient.SqlClient;
  return yield* sql`SELECT id FROM signature_requests WHERE render_id = ${renderId}`;
});

layer(apiServer, { excludeTestServices: true })("drafts of signature requests", (it) => {
  it.effect("are stored as they are, listed, changed and deleted", () =>
    Effect.gen(function* () {
      const { id: renderId } = yield* contractRender;
      const request = { renderId, recipients: [{ email: "not yet" }], note: [null, { a: 1 }] };
      const { id, createdAt, updatedAt, ...draft } = fieldsOf(
        yield* call("POST", DRAFTS, { request }),
      );
      assert.strictEqual(createdAt, updatedAt);
      assert.deepStrictEqual(draft, { renderId, revision: 1, request, signatureId: null });
      const path = `${DRAFTS}/${String(id)}`;
      assert.deepInclude(fieldsOf(yield* call("GET", path)), { id, request });

      const next = { renderId: renderId.toUpperCase(), message: "Please sign" };
      const change = yield* call("PATCH", path, { request: next, revision: 1 });
      assert.deepInclude(fieldsOf(change), { id, revision: 2, request: next });
      const stale = yield* call("PATCH", path, { request, revision: 1 });
      assert.strictEqual(codeOf(stale), "conflict");
      const second = yield* call("PATCH", path, { request });
      assert.deepInclude(fieldsOf(second), { revision: 3, request });

      const other = yield* newDraft();
      const ids = listed((yield* call("GET", DRAFTS)).json).drafts.map((each) => each.id);
      assert.deepStrictEqual(ids.slice(0, 2), [other.id, String(id)]);
      const own = listed((yield* call("GET", `${DRAFTS}?renderId=${renderId}`)).json);
      assert.deepStrictEqual(own.drafts, [{ id: String(id) }]);

      const { otherKey } = yield* ApiServer;
      for (const method of ["GET", "DELETE"])
        assert.strictEqual((yield* callAs(otherKey, method, path)).status, 404);
      assert.deepInclude(fieldsOf(yield* call("DELETE", path)), { id });
      assert.strictEqual((yield* call("DELETE", path)).status, 404);
      assert.strictEqual((yield* call("POST", `${path}/send`)).status, 404);
    }),
  );

  it.effect("are rejected if they are too large, have an access code or another render", () =>
    Effect.gen(function* () {
      const { id: renderId } = yield* contractRender;
      const authentication = { method: "access_code", code: "open sesame" };
      const refusals: ReadonlyArray<readonly [body: object, path: string]> = [
        [{ request: { renderId, message: "x".repeat(262_144) } }, "request"],
        [{ request: { renderId: 7 } }, "request.renderId"],
        [{ request: [] }, "request"],
        [{}, "request"],
        [
          { request: { renderId, recipients: [{}, { authentication }] } },
          "request.recipients.1.authentication.code",
        ],
      ];
      const { path } = yield* newDraft();
      for (const [body, at] of refusals) {
        for (const response of [
          yield* call("POST", DRAFTS, body),
          yield* call("PATCH", path, body),
        ]) {
          assert.strictEqual(codeOf(response), "invalid_request", response.text);
          assert.include(issuePaths(response), at);
        }
      }
    }),
  );

  it.effect("report every problem under its path when they are sent, and stay drafts", () =>
    Effect.gen(function* () {
      const { path, renderId } = yield* newDraft({
        recipients: [{ firstName: "", email: "ada" }],
        colour: "red",
      });
      const refusal = yield* call("POST", `${path}/send`);
      assert.strictEqual(codeOf(refusal), "invalid_request");
      const direct = yield* call("POST", "/v1/signatures", {
        ...signatureOf(renderId),
        recipients: [{ firstName: "", email: "ada" }],
        colour: "red",
      });
      assert.deepStrictEqual(refusal.json, direct.json);
      assert.includeMembers(
        [...issuePaths(refusal)],
        ["recipients.0.firstName", "recipients.0.email", "colour"],
      );
      assert.deepInclude(fieldsOf(yield* call("GET", path)), { signatureId: null, revision: 1 });
      assert.lengthOf(yield* requestsOf(renderId), 0);

      // The document has no such text.
      const tag = { anchorString: "[[missing]]", type: "signature", recipientIndex: 0 };
      const request = { ...signatureOf(renderId), anchorTags: [tag] };
      yield* call("PATCH", path, { request });
      const missing = yield* call("POST", `${path}/send`);
      assert.deepStrictEqual(issuePaths(missing), ["anchorTags.0.anchorString"]);
      yield* call("PATCH", path, { request: signatureOf(renderId) });
      assert.strictEqual((yield* call("POST", `${path}/send`)).status, 201);
    }),
  );

  it.effect("are listed by whether they were sent", () =>
    Effect.gen(function* () {
      const { id, path, renderId } = yield* newDraft();
      const idsOf = Effect.fnUntraced(function* (status: string) {
        const response = yield* call("GET", `${DRAFTS}?renderId=${renderId}&status=${status}`);
        return listed(response.json).drafts.map((each) => each.id);
      });
      assert.deepStrictEqual(yield* idsOf("open"), [id]);
      assert.deepStrictEqual(yield* idsOf("sent"), []);
      assert.strictEqual((yield* call("POST", `${path}/send`)).status, 201);
      assert.deepStrictEqual(yield* idsOf("open"), []);
      assert.deepStrictEqual(yield* idsOf("sent"), [id]);
      const unknown = yield* call("GET", `${DRAFTS}?status=lost`);
      assert.deepStrictEqual(issuePaths(unknown), ["status"]);
    }),
  );

  it.effect("get access codes when they are sent, which are not stored", () =>
    Effect.gen(function* () {
      const [recipient] = signatureOf("").recipients;
      const authentication = { method: "access_code" };
      const recipients = [
        { ...recipient, authentication },
        { ...recipient, designation: "CC" },
      ];
      const { path, renderId } = yield* newDraft({ recipients });
      const without = yield* call("POST", `${path}/send`);
      assert.deepStrictEqual(issuePaths(without), ["recipients.0.authentication.code"]);
      const code = "open sesame";
      const refusals: ReadonlyArray<readonly [codes: unknown, path: string]> = [
        [[{ recipientIndex: 1, code }], "accessCodes.0.recipientIndex"],
        [[{ recipientIndex: 7, code }], "accessCodes.0.recipientIndex"],
        [[{ recipientIndex: -1, code }], "accessCodes.0.recipientIndex"],
        [[{ recipientIndex: 0, code: "abc" }], "accessCodes.0.code"],
        ["4711", "accessCodes"],
      ];
      for (const [accessCodes, at] of refusals) {
        const refusal = yield* call("POST", `${path}/send`, { accessCodes });
        assert.deepStrictEqual(issuePaths(refusal), [at], refusal.text);
      }
      assert.lengthOf(yield* requestsOf(renderId), 0);
      const sent = yield* call("POST", `${path}/send`, {
        accessCodes: [{ recipientIndex: 0, code }],
      });
      assert.strictEqual(sent.status, 201, sent.text);
      assert.include(sent.text, '"authentication":{"method":"access_code"}');
      const draft = yield* call("GET", path);
      for (const { text } of [sent, draft]) assert.notInclude(text, code);
    }),
  );

  it.effect("are sent once, by many calls at once too, and then stay as they are", () =>
    Effect.gen(function* () {
      const { path, renderId } = yield* newDraft();
      const responses = yield* Effect.all(
        Array.from({ length: 8 }, () => call("POST", `${path}/send`)),
        { concurrency: "unbounded" },
      );
      const statuses = responses.map(({ status }) => status);
      assert.sameMembers(statuses, [201, ...Array.from({ length: 7 }, () => 200)]);
      const ids = new Set(responses.map((response) => fieldsOf(response)["id"]));
      assert.strictEqual(ids.size, 1);
      const [signatureId] = ids;
      assert.lengthOf(yield* requestsOf(renderId), 1);
      assert.deepInclude(fieldsOf(yield* call("GET", path)), { signatureId });

      // The key of the first call is no longer needed.
      const sql = yield* SqlClient.SqlClient;
      yield* sql`DELETE FROM idempotency_keys WHERE resource_id = ${String(signatureId)}`;
      const again = yield* call("POST", `${path}/send`);
      assert.deepInclude(fieldsOf(again), { id: signatureId });
      assert.strictEqual(again.status, 200);

      const change = yield* call("PATCH", path, { request: signatureOf(renderId) });
      assert.strictEqual(codeOf(change), "conflict");
      assert.strictEqual((yield* call("DELETE", path)).status, 200);
      assert.strictEqual((yield* call("GET", `/v1/signatures/${String(signatureId)}`)).status, 200);
    }),
  );

  it.effect("are drafts again when their request is discarded", () =>
    Effect.gen(function* () {
      const { id, path, renderId } = yield* newDraft();
      yield* call("POST", `${path}/send`);
      const sql = yield* SqlClient.SqlClient;
      // As when the provider has rejected the request.
      yield* sql`DELETE FROM signature_requests WHERE render_id = ${renderId}`;
      yield* sql`DELETE FROM idempotency_keys WHERE within_id = ${id}`;
      assert.deepInclude(fieldsOf(yield* call("GET", path)), { signatureId: null });
      assert.strictEqual((yield* call("POST", `${path}/send`)).status, 201);
    }),
  );

  it.effect("are erased with an address in them and with their render", () =>
    Effect.gen(function* () {
      const email = "draft.recipient@example.com";
      const named = yield* newDraft({ recipients: [{ email: email.toUpperCase() }] });
      const other = yield* newDraft();
      const erasure = yield* call("POST", "/v1/erasures", { email });
      assert.include(erasure.text, '"signatureDrafts":1');
      assert.strictEqual((yield* call("GET", named.path)).status, 404);
      assert.strictEqual((yield* call("GET", other.path)).status, 200);
      assert.strictEqual((yield* call("DELETE", `/v1/renders/${other.renderId}`)).status, 204);
      assert.strictEqual((yield* call("GET", other.path)).status, 404);
    }),
  );
});
