import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { contractRender, signatureOf } from "../_testing/contract_document.ts";
import { call } from "../_testing/shared_document.ts";

const ID = "01900000-0000-7000-8000-000000000000";
const BASE = "/v1/signatures";

const SignatureList = Schema.Struct({
  signatures: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
});

const listIds = Effect.fnUntraced(function* (query: string) {
  const { json } = yield* call("GET", `${BASE}?${query}`);
  const { signatures, ...page } = yield* Schema.decodeUnknownEffect(SignatureList)(json);
  return { ids: signatures.map(({ id }) => id), ...page };
});

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })(
  "GET /v1/signatures",
  (it) => {
    it.effect("returns pages by render, newest first", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const create = call("POST", BASE, signatureOf(renderId));
        const createResponses = yield* Effect.replicateEffect(create, 3);
        const ids = createResponses.map((response) => fieldsOf(response)["id"]).toReversed();
        const first = yield* listIds(`limit=2&renderId=${renderId}`);
        assert.deepStrictEqual(first.ids, ids.slice(0, 2));
        assert.isTrue(first.hasMore);
        const cursor = encodeURIComponent(String(first.nextCursor));
        const rest = yield* listIds(`limit=2&renderId=${renderId}&cursor=${cursor}`);
        assert.deepStrictEqual(rest, { ids: ids.slice(2), nextCursor: null, hasMore: false });
        assert.deepStrictEqual((yield* listIds(`renderId=${ID}`)).ids, []);
      }),
    );

    it.effect("returns pages by status", () =>
      Effect.gen(function* () {
        const { id: renderId } = yield* contractRender;
        const create = call("POST", BASE, signatureOf(renderId));
        const [newest, middle, oldest] = (yield* Effect.replicateEffect(create, 3))
          .map((response) => String(fieldsOf(response)["id"]))
          .toReversed();
        yield* call("POST", `${BASE}/${middle}/cancel`, {});
        const ofRender = `limit=1&renderId=${renderId}`;
        assert.deepStrictEqual((yield* listIds(`${ofRender}&status=cancelled`)).ids, [middle]);
        const first = yield* listIds(`${ofRender}&status=sent`);
        assert.deepStrictEqual([first.ids, first.hasMore], [[newest], true]);
        const cursor = encodeURIComponent(String(first.nextCursor));
        const rest = yield* listIds(`${ofRender}&status=sent&cursor=${cursor}`);
        assert.deepStrictEqual(rest, { ids: [oldest], nextCursor: null, hasMore: false });
        assert.include((yield* listIds("status=cancelled")).ids, middle);
        assert.deepStrictEqual((yield* listIds(`${ofRender}&status=completed`)).ids, []);
      }),
    );

    it.effect("rejects invalid queries", () =>
      Effect.gen(function* () {
        const query = "limit=101&renderId=7&cursor=soon&status=unsent";
        const response = yield* call("GET", `${BASE}?${query}`);
        assert.strictEqual(codeOf(response), "invalid_request");
        assert.sameMembers([...issuePaths(response)], ["limit", "renderId", "cursor", "status"]);
      }),
    );
  },
);
