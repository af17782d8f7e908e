import { type JsonObject, mapObjects, mapValues, record } from "./json_values.ts";
import { INTERNAL, tagOf, TAGS } from "./tags.ts";
import { tidySchema } from "./tidy_schema.ts";

/** Completes the OpenAPI document that Effect generates, for readers and for tools. */
export function tidyDocument(document: JsonObject): Record<string, unknown> {
  const { openapi, info, servers, paths, components, ...rest } = record(
    mapObjects(document, tidySchema),
  );
  const { schemas, securitySchemes } = record(components);
  const context = { schemas: record(schemas) };
  return {
    openapi,
    info: { ...record(info), contact: CONTACT },
    servers,
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths: mapValues(record(paths), (item) =>
      mapValues(record(item), (operation) => tidyOperation(record(operation), context)),
    ),
    components: { schemas, securitySchemes: mapValues(record(securitySchemes), tidySecurity) },
    // Each operation has its own.
    ...Object.fromEntries(
      Object.entries(rest).filter(([name]) => name !== "tags" && name !== "security"),
    ),
  };
}

const CONTACT = { name: "Paraph", url: "https://github.com/paraph/paraph" };

interface Context {
  readonly schemas: JsonObject;
}

function tidyOperation(operation: JsonObject, context: Context): JsonObject {
  const { tags, summary, description, operationId, parameters, requestBody, responses, ...rest } =
    operation;
  const groups = Array.isArray(tags) ? tags.map((group) => tagOf(String(group))) : [];
  return {
    tags: groups,
    ...(groups.includes(INTERNAL) ? { "x-internal": true } : {}),
    summary,
    ...(description === undefined ? {} : { description }),
    operationId,
    parameters: Array.isArray(parameters)
      ? parameters.map((each) => tidyParameter(record(each), context))
      : [],
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: mapValues(record(responses), (response, status) =>
      Number(status) < 400 ? response : tidyFailure(record(response)),
    ),
    ...rest,
  };
}

/** Moves the description of a parameter's schema to the parameter, where tools look for it. */
function tidyParameter(parameter: JsonObject, { schemas }: Context): JsonObject {
  const { name, in: place, required, ...rest } = parameter;
  const { description, ...schema } = record(parameter["schema"]);
  const { $ref } = schema;
  const target = typeof $ref === "string" ? schemas[$ref.replace(SCHEMAS, "")] : undefined;
  const parameterDescription = description ?? record(target)["description"];
  const descriptionField =
    parameterDescription === undefined ? {} : { description: parameterDescription };
  return { name, in: place, required, ...descriptionField, ...rest, schema };
}

const SCHEMAS = "#/components/schemas/";

/** Lists the errors of a status, which Effect writes in one line. */
function tidyFailure(response: JsonObject): JsonObject {
  const errors = String(response["description"]).split(" | ");
  if (errors.length === 1) return response;
  return { ...response, description: errors.map((error) => `- ${error}`).join("\n") };
}

function tidySecurity(scheme: unknown): JsonObject {
  // Effect writes it with a capital letter, which some tools do not accept.
  return { ...record(scheme), scheme: "bearer" };
}
