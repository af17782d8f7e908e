import { Effect, Predicate } from "effect";
import { HttpRouter, HttpServerResponse } from "effect/http";

import { mapValues, record } from "../../_openapi/json_values.ts";

/** The part of an endpoint that identifies it. */
export interface CreatingEndpoint {
  readonly method: string;
  readonly path: string;
}

/**
 * The paths of created resources by endpoint. `:name` is a parameter of the request's path, `{name}` a
 * field of the response. The resources of the other endpoints have no URL.
 */
const LOCATIONS: ReadonlyMap<string, string> = new Map([
  ["POST /v1/projects", "/v1/projects/{id}"],
  ["POST /v1/projects/:id/keys", "/v1/projects/:id/keys/{id}"],
  ["POST /v1/projects/:id/templates/copy", "/v1/templates/{slug}"],
  ["POST /v1/templates", "/v1/templates/{slug}"],
  ["PUT /v1/templates/:slug", "/v1/templates/{slug}"],
  ["POST /v1/fonts", "/v1/fonts/{name}"],
  ["POST /v1/documents", "/v1/renders/{id}"],
  ["POST /v1/templates/:slug/render", "/v1/renders/{id}"],
  ["POST /v1/renders/batch", "/v1/renders/batches/{id}"],
  ["POST /v1/templates/:slug/hook", "/v1/templates/:slug/hook"],
  ["POST /v1/hooks/:token", "/v1/renders/{id}"],
  ["POST /v1/webhooks", "/v1/webhooks/{id}"],
  // A delivery has no URL of its own; the list shows its status.
  ["POST /v1/webhooks/:id/test", "/v1/webhooks/:id/deliveries"],
  ["POST /v1/webhooks/:id/deliveries/:deliveryId/replay", "/v1/webhooks/:id/deliveries"],
  ["POST /v1/renders/:id/shares", "/v1/renders/:id/shares/{id}"],
  ["POST /v1/renders/:id/email", "/v1/renders/:id/shares/{id}"],
  ["POST /v1/signatures", "/v1/signatures/{id}"],
  ["POST /v1/signature-drafts", "/v1/signature-drafts/{id}"],
  ["POST /v1/signature-drafts/:id/send", "/v1/signatures/{id}"],
  ["POST /v1/embed/send/:sessionId/send", "/v1/signatures/{id}"],
  ["POST /v1/signatures/bulk", "/v1/signatures/bulk/{id}"],
  ["POST /v1/embed/form-submit/:sessionId", "/v1/embed/renders/{id}"],
]);

/** The statuses with a `Location`: a new resource, and accepted work. Replays (200) have none. */
const STATUSES: ReadonlySet<number> = new Set([201, 202]);

/**
 * The `Location` header of a response, as a path below the base URL; none if its resource has no URL.
 *
 * @param body The response body before it is encoded.
 */
export const locationHeader = Effect.fnUntraced(function* (
  { method, path }: CreatingEndpoint,
  body: unknown,
  status: number,
) {
  const template = STATUSES.has(status) ? LOCATIONS.get(`${method} ${path}`) : undefined;
  if (template === undefined) return {};
  const params = yield* HttpRouter.params;
  const fields = Predicate.isObject(body) ? body : {};
  const location = template.replaceAll(/:(\w+)|\{(\w+)\}/g, (_, param?: string, field = "") =>
    encodeURIComponent(String(param === undefined ? fields[field] : params[param])),
  );
  return { location };
});

/** Makes a `Location` that is a path a URL, as `pollUrl` is one. The page of a sender has a URL already. */
export function withLocationUrl(
  response: HttpServerResponse.HttpServerResponse,
  base: string,
): HttpServerResponse.HttpServerResponse {
  const { location } = response.headers;
  if (location === undefined || !location.startsWith("/")) return response;
  return HttpServerResponse.setHeader(response, "location", base + location);
}

/** Declares the `Location` headers in an OpenAPI document. */
export function describeLocations(
  description: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const paths = mapValues(record(description["paths"]), (item, path) =>
    mapValues(record(item), (operation, method) =>
      OPERATIONS.has(`${method} ${path}`) ? locatedOperation(record(operation)) : operation,
    ),
  );
  return { ...description, paths };
}

/** The endpoints of {@linkcode LOCATIONS} in the spelling of OpenAPI. */
const OPERATIONS: ReadonlySet<string> = new Set(
  [...LOCATIONS.keys()].map((endpoint) => {
    const [method = "", path = ""] = endpoint.split(" ");
    return `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`;
  }),
);

const LOCATION = {
  description: "The URL of the resource.",
  required: true,
  schema: { type: "string", format: "uri" },
};

function locatedOperation(operation: Readonly<Record<string, unknown>>) {
  const responses = mapValues(record(operation["responses"]), (response, status) =>
    STATUSES.has(Number(status))
      ? { ...record(response), headers: { Location: LOCATION } }
      : response,
  );
  return { ...operation, responses };
}
