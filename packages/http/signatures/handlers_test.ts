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

const Listed = Schema.Struct({
  signatures: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
});

const idsAt = Effect.fnUntraced(function* (query: string) {
  const { json } = yield* call("GET", `${BASE}?${query}`);
  const { signatures, ...page } = yield* Schema.decodeUnknownEffect(Listed)(json);
  return { ids: signatures.map(({ id }) => id), ...page };
});

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("signatures", (it) => {
  describe("POST /v1/signatures", () => {
    it.effect("sends a render to whoever is to sign it", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const answer = yield* call("POST", BASE, signatureOf(renderId));
        assert.strictEqual(answer.status, 201, answer.text);
        const { id, createdAt, recipients, ...rest } = fieldsOf(answer);
        assert.isString(createdAt);
        assert.deepStrictEqual(rest, {
          renderId,
          name: `Signature request ${renderId.slice(0, 8)}`,
          status: "sent",
          phase: "collecting",
          expirationHours: 168,
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
          status: "invited",
        });
        const { json } = yield* call("GET", `${BASE}/${String(id)}`);
        assert.deepInclude(json, rest);
      }),
    );

    it.effect("tells everything that is wrong at once, each under its path", () =>
      Effect.gen(function* () {
        const answer = yield* call("POST", BASE, {
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
        assert.strictEqual(codeOf(answer), "invalid_request");
        assert.sameMembers(
          [...issuePaths(answer)],
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

    it.effect("takes what is at its limits and nothing beyond", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const wanted = signatureOf(renderId);
        const longest = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(62)}`;
        assert.strictEqual(longest.length, 255);
        const people = (count: number) => Array.from({ length: count }, () => wanted.recipients[0]);
        const tags = (count: number) =>
          Array.from({ length: count }, () => ({ ...wanted.anchorTags[0] }));
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
          // Nobody could ever choose it: what is blank is not filled in.
          [400, { fields: [{ ...field, type: "dropdown", options: [" "] }] }],
        ] as const) {
          const answer = yield* call("POST", BASE, { ...wanted, ...change });
          assert.strictEqual(
            answer.status,
            status,
            `${JSON.stringify(change).slice(0, 200)} ${answer.text}`,
          );
        }
      }),
    );

    it.effect("wants its anchors to be there, unless they may be missing", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const wanted = signatureOf(renderId);
        const missing = { ...wanted.anchorTags[0], anchorString: "Nowhere" };
        const anchorTags = [wanted.anchorTags[0], missing];
        const refused = yield* call("POST", BASE, { ...wanted, anchorTags });
        assert.strictEqual(refused.status, 400);
        assert.deepStrictEqual(issuePaths(refused), ["anchorTags.1.anchorString"]);
        const lenient = [anchorTags[0], { ...missing, ignoreIfNotPresent: true }];
        const taken = yield* call("POST", BASE, { ...wanted, anchorTags: lenient });
        assert.strictEqual(taken.status, 201);
      }),
    );

    it.effect("wants a render of the project that has succeeded, of at most 20 MB", () =>
      Effect.gen(function* () {
        const unknown = yield* call("POST", BASE, signatureOf(ID));
        assert.strictEqual(codeOf(unknown), "not_found");
        const { id: queued } = yield* submitInvoice("signature-of-queued");
        const early = yield* call("POST", BASE, signatureOf(queued));
        assert.strictEqual(codeOf(early), "conflict");
        const { id } = yield* contractRender;
        const sql = yield* SqlClient.SqlClient;
        yield* sql`UPDATE renders SET byte_size = ${20 * 1024 * 1024 + 1} WHERE id = ${id}`;
        const large = yield* call("POST", BASE, signatureOf(id));
        assert.strictEqual(large.status, 413);
        assert.strictEqual(codeOf(large), "document_too_large");
        const { port, otherKey } = yield* ApiServer;
        const foreign = yield* send(port, {
          method: "POST",
          path: BASE,
          headers: { authorization: `Bearer ${otherKey}` },
          body: JSON.stringify(signatureOf(queued)),
        });
        assert.deepStrictEqual(foreign.json, unknown.json);
      }),
    );

    it.effect("refuses what nobody could sign, under the path of who is concerned", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const wanted = signatureOf(renderId);
        const carol = { firstName: "Carol", email: "carol@example.com", designation: "CC" };
        const [tag] = wanted.anchorTags;
        const absent = { ...tag, anchorString: "[[nowhere]]", ignoreIfNotPresent: true };
        for (const [path, change] of [
          ["recipients", { recipients: [carol], anchorTags: [] }],
          ["recipients.0", { anchorTags: [{ ...tag, required: false }] }],
          ["recipients.0", { anchorTags: [absent] }],
          ["anchorTags.0.offsetX", { anchorTags: [{ ...tag, offsetX: 1001 }] }],
        ] as const) {
          const answer = yield* call("POST", BASE, { ...wanted, ...change });
          assert.strictEqual(answer.status, 400, answer.text);
          assert.deepStrictEqual(issuePaths(answer), [path]);
        }
        const anchorTags = [absent, { ...tag, offsetX: 12.5, offsetY: -3 }];
        const sent = yield* call("POST", BASE, { ...wanted, anchorTags, expirationHours: 1.5 });
        assert.deepInclude(fieldsOf(sent), { status: "sent", expirationHours: 1.5 });
      }),
    );

    it.effect("is sent once under a key, replayed as it is by then", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const once = { "idempotency-key": "sign once" };
        const ask = call("POST", BASE, signatureOf(renderId), once);
        const answers = yield* Effect.all(
          Array.from({ length: 8 }, () => ask),
          { concurrency: "unbounded" },
        );
        const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
        assert.deepStrictEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
        assert.strictEqual(new Set(answers.map((answer) => fieldsOf(answer)["id"])).size, 1);
        const id = String(fieldsOf(answers[0]!)["id"]);
        yield* call("POST", `${BASE}/${id}/cancel`, {});
        const replayed = yield* ask;
        assert.strictEqual(replayed.status, 200);
        assert.deepInclude(fieldsOf(replayed), { id, status: "cancelled" });
        const sql = yield* SqlClient.SqlClient;
        const mails = yield* sql`SELECT id FROM mails WHERE render_id = ${renderId}`;
        assert.isAtMost(mails.length, 2);
      }),
    );
  });

  describe("GET /v1/signatures", () => {
    it.effect("pages newest first, by render", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const create = call("POST", BASE, signatureOf(renderId));
        const made = yield* Effect.replicateEffect(create, 3);
        const ids = made.map((answer) => fieldsOf(answer)["id"]).toReversed();
        const first = yield* idsAt(`limit=2&renderId=${renderId}`);
        assert.deepStrictEqual(first.ids, ids.slice(0, 2));
        assert.isTrue(first.hasMore);
        const cursor = encodeURIComponent(String(first.nextCursor));
        const rest = yield* idsAt(`limit=2&renderId=${renderId}&cursor=${cursor}`);
        assert.deepStrictEqual(rest, { ids: ids.slice(2), nextCursor: null, hasMore: false });
        assert.deepStrictEqual((yield* idsAt(`renderId=${ID}`)).ids, []);
      }),
    );

    it.effect("wants a query that means something", () =>
      Effect.gen(function* () {
        const answer = yield* call("GET", `${BASE}?limit=101&renderId=7&cursor=soon`);
        assert.strictEqual(codeOf(answer), "invalid_request");
        assert.sameMembers([...issuePaths(answer)], ["limit", "renderId", "cursor"]);
      }),
    );
  });

  describe("/v1/signatures/{id}", () => {
    it.effect("is not found for strangers, whatever they ask for", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const { id } = fieldsOf(yield* call("POST", BASE, signatureOf(renderId)));
        const { port, otherKey } = yield* ApiServer;
        const headers = { authorization: `Bearer ${otherKey}` };
        for (const place of [String(id), ID, "no-uuid"])
          for (const [method, path] of [
            ["GET", place],
            ["GET", `${place}/download`],
            ["GET", `${place}/certificate`],
            ["POST", `${place}/cancel`],
          ] as const) {
            const request = { method, path: `${BASE}/${path}`, headers, body: "not json" };
            const answer = yield* send(port, request);
            assert.strictEqual(answer.status, 404, path);
            assert.strictEqual(codeOf(answer), "not_found");
          }
      }),
    );

    it.effect("has nothing to download before everybody has signed", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const { id } = fieldsOf(yield* call("POST", BASE, signatureOf(renderId)));
        for (const part of ["download", "certificate"]) {
          const answer = yield* call("GET", `${BASE}/${String(id)}/${part}`);
          assert.deepStrictEqual([answer.status, codeOf(answer)], [409, "conflict"]);
        }
      }),
    );

    it.effect("is cancelled once, for a reason or none", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const create = call("POST", BASE, signatureOf(renderId));
        const [one, other] = [fieldsOf(yield* create)["id"], fieldsOf(yield* create)["id"]];
        const path = `${BASE}/${String(one)}/cancel`;
        const long = yield* call("POST", path, { reason: "r".repeat(501) });
        assert.deepStrictEqual(issuePaths(long), ["reason"]);
        const done = yield* call("POST", path, { reason: "Changed" });
        assert.strictEqual(done.status, 200);
        assert.deepInclude(fieldsOf(done), { status: "cancelled", errorMessage: "Changed" });
        assert.strictEqual(codeOf(yield* call("POST", path, {})), "conflict");
        const silent = yield* call("POST", `${BASE}/${String(other)}/cancel`);
        assert.deepInclude(fieldsOf(silent), { status: "cancelled", errorMessage: null });
      }),
    );

    it.effect("is told of as it goes", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const made = yield* call("POST", BASE, signatureOf(renderId));
        const { id } = fieldsOf(made);
        const cancelled = yield* call("POST", `${BASE}/${String(id)}/cancel`, {});
        const sql = yield* SqlClient.SqlClient;
        const rows = yield* sql<{ readonly type: string; readonly body: string }>`
          SELECT type, body
          FROM events
          WHERE body::json -> 'data' ->> 'id' = ${String(id)}
          ORDER BY id`;
        const data = rows.map(({ body }) => fieldsOf({ ...made, json: JSON.parse(body) })["data"]);
        assert.deepStrictEqual(
          rows.map(({ type }) => type),
          ["signature.sent", "signature.cancelled"],
        );
        assert.deepStrictEqual(data, [made.json, cancelled.json]);
      }),
    );
  });
});
