import { OpenApi } from "effect/http-api";

import { Api } from "../../packages/http/api.ts";
import { type JsonObject, list, record } from "../../packages/web/reference/operations.ts";
import type { Example, Examples } from "./examples/example_file.ts";

/** The OpenAPI document of the API, with recorded examples. */
export function documentWith({ operations, errors }: Examples): JsonObject {
  const { paths, components, ...rest } = record(OpenApi.fromApi(Api));
  const { schemas, ...others } = record(components);
  return {
    ...rest,
    paths: mapValues(paths, (item) =>
      mapValues(item, (operation) => withExample(record(operation), operations)),
    ),
    components: {
      schemas: mapValues(schemas, (schema, name) =>
        name in errors ? { ...record(schema), examples: [errors[name]] } : schema,
      ),
      ...others,
    },
  };
}

function withExample(operation: JsonObject, operations: Examples["operations"]): JsonObject {
  const example = operations[String(operation["operationId"])];
  if (example === undefined) return operation;
  const { request, responses } = example;
  const { requestBody, parameters } = operation;
  const body = requestBody === undefined ? {} : { requestBody: inJson(requestBody, request.body) };
  return {
    ...operation,
    parameters: list(parameters).map((each) => withValue(record(each), request)),
    ...body,
    responses: mapValues(operation["responses"], (response, status) =>
      inJson(response, responses[status]),
    ),
  };
}

function withValue(parameter: JsonObject, request: Example["request"]): JsonObject {
  const { name, in: place, schema } = parameter;
  const value = record(record(request)[String(place)])[String(name)];
  if (value === undefined) return parameter;
  const isNumber = ["integer", "number"].includes(String(record(schema)["type"]));
  return { ...parameter, example: isNumber ? Number(value) : value };
}

/** Adds an example to the JSON of a request or response. */
function inJson(message: unknown, example: unknown): JsonObject {
  const { content, ...rest } = record(message);
  const json = record(content)["application/json"];
  if (json === undefined || example === undefined) return record(message);
  return {
    ...rest,
    content: { ...record(content), "application/json": { ...record(json), example } },
  };
}

const mapValues = (from: unknown, map: (value: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(record(from)).map(([name, value]) => [name, map(value, name)]));
