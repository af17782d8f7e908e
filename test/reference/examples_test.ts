import { assert, describe, it } from "@effect/vitest";
import { Effect, Schema, SchemaAST } from "effect";
import { HttpApi, OpenApi } from "effect/http-api";

import { Api } from "../../packages/http/api.ts";
import { decodeDocument, operationsOf } from "../../packages/web/reference/operations.ts";
import { readExamples } from "./examples/example_file.ts";
import { recordExamples } from "./examples/record.ts";

const { operations, errors } = readExamples();

/** The success statuses with JSON, by operation. */
const jsonStatuses = new Map(
  operationsOf(decodeDocument(OpenApi.fromApi(Api))).map(({ operationId, responses }) => [
    operationId,
    Object.keys(responses).filter(
      (status) =>
        Number(status) < 300 && responses[status]?.content?.["application/json"] !== undefined,
    ),
  ]),
);

/** Throws unless a value is valid JSON of a schema. */
const decode = (schema: Schema.Constraint, value: unknown) =>
  Schema.decodeUnknownSync(
    Schema.toCodecJson(Schema.make<Schema.Codec<unknown, unknown>>(schema.ast)),
  )(value);

describe("recorded examples", () => {
  it("decode with the schemas of their endpoints, which all have examples", () => {
    const errorCodes = new Set<string>();
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ group, endpoint, errors: failures }) => {
        const name = `${group.identifier}.${endpoint.identifier}`;
        const { request, responses } = operations[name] ?? { request: {}, responses: {} };
        assert.property(operations, name);
        const [payload] = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas);
        if (payload !== undefined) decode(payload, request.body);
        // The responses with 200 and with 201 or 202 have the same schema.
        const [success] = endpoint.success;
        for (const status of jsonStatuses.get(name) ?? []) {
          assert.property(responses, status, name);
          if (success !== undefined) decode(success, responses[status]);
        }
        for (const failure of [...failures.values()].flat()) {
          const code = SchemaAST.resolveIdentifier(SchemaAST.toEncoded(failure.ast)) ?? "";
          if (errorCodes.has(code)) continue;
          decode(failure, errors[code]);
          errorCodes.add(code);
        }
      },
    });
    assert.sameMembers([...errorCodes], Object.keys(errors));
  });

  it.live(
    "are what a server responds now: if not, run `npm run reference`",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* recordExamples, { operations, errors });
      }),
    120_000,
  );
});
