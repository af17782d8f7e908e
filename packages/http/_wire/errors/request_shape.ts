import { InvalidRequest, issuesOfSchema } from "@paraph/core/values";
import { Effect } from "effect";
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api";

import { wire } from "./error.ts";

/** Refuses path parameters, headers and queries of the wrong shape; bodies are `jsonBody`'s. */
export class RequestShape extends HttpApiMiddleware.Service<RequestShape>()(
  "@paraph/http/RequestShape",
  { error: wire(InvalidRequest) },
) {}

/** Turns schema errors into `invalid_request`. */
export const requestShape = HttpApiMiddleware.layerSchemaErrorTransform(RequestShape, (error) => {
  const prefix = PREFIX[error.kind];
  // A response of ours that does not fit its own schema is our fault, not the caller's.
  if (prefix === undefined) return Effect.fail(error);
  const issues = issuesOfSchema(error.cause.issue);
  return Effect.fail(
    InvalidRequest.of(issues.map((issue) => ({ ...issue, path: prefix + issue.path }))),
  );
});

/** The prefix of issue paths: parameters have none, headers have one. */
const PREFIX: Partial<Record<HttpApiError.HttpApiSchemaError["kind"], string>> = {
  Params: "",
  Query: "",
  Headers: "headers.",
};
