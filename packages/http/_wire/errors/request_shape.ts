import { InvalidRequest, issuesOfSchema } from "@paraph/core/values";
import { Effect } from "effect";
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api";

import { wire } from "./error.ts";

/** Rejects invalid path parameters, headers and queries. `jsonBody` validates bodies. */
export class RequestShape extends HttpApiMiddleware.Service<RequestShape>()(
  "@paraph/http/RequestShape",
  { error: wire(InvalidRequest) },
) {}

/** Turns schema errors into `invalid_request`. */
export const requestShape = HttpApiMiddleware.layerSchemaErrorTransform(RequestShape, (error) => {
  const prefix = PATH_PREFIX[error.kind];
  // A response that does not fit its schema is a fault of the server.
  if (prefix === undefined) return Effect.fail(error);
  const issues = issuesOfSchema(error.cause.issue);
  return Effect.fail(
    InvalidRequest.of(issues.map((issue) => ({ ...issue, path: prefix + issue.path }))),
  );
});

/** Prefixes of issue paths by the part of the request. */
const PATH_PREFIX: Partial<Record<HttpApiError.HttpApiSchemaError["kind"], string>> = {
  Params: "",
  Query: "",
  Headers: "headers.",
};
