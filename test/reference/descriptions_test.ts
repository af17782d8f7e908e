import { assert, describe, it } from "@effect/vitest";
import { OpenApi } from "effect/http-api";

import { Api } from "../../packages/http/api.ts";
import { record } from "../../packages/web/reference/operations.ts";

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(Api)));

/** The places below a value of the document that need a description and have none. */
function* missingDescriptions(value: unknown, path: string): Generator<string> {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries())
      yield* missingDescriptions(each, `${path}.${index}`);
    return;
  }
  for (const [name, each] of Object.entries(record(value))) {
    const place = `${path}.${name}`;
    if (name === "parameters" || name === "properties")
      yield* membersWithoutDescription(each, place);
    yield* missingDescriptions(each, place);
  }
}

function* membersWithoutDescription(members: unknown, path: string): Generator<string> {
  for (const [name, each] of Object.entries<unknown>(Object(members))) {
    if (!isText(record(each)["description"])) yield `${path}.${name}`;
  }
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";

describe("the description of the API", () => {
  it("describes every operation", () => {
    const missing = Object.entries(record(document.paths)).flatMap(([path, item]) =>
      Object.entries(record(item)).flatMap(([method, operation]) => {
        const { summary, description } = record(operation);
        return isText(summary) && isText(description) ? [] : [`${method} ${path}`];
      }),
    );
    assert.deepStrictEqual(missing, []);
  });

  it("describes every schema and every error", () => {
    const { schemas } = document.components;
    assert.deepStrictEqual([...membersWithoutDescription(schemas, "schemas")], []);
  });

  it("describes every parameter and every property", () => {
    assert.deepStrictEqual([...missingDescriptions(document.paths, "paths")], []);
    assert.deepStrictEqual([...missingDescriptions(document.components.schemas, "schemas")], []);
  });
});
