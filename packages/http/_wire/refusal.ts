import type { Issues } from "@paraph/core/values";
import { HttpServerResponse } from "effect/http";

import { type Code, STATUS } from "./error.ts";
import { type Asked, hasFlatErrors } from "./flat_errors.ts";

/** An error body from outside any endpoint: what HTTP itself refuses, in the form of what was asked for. */
export function refusal(
  code: Code,
  message: string,
  asked?: Asked,
  issues?: Issues,
): HttpServerResponse.HttpServerResponse {
  const problems = issues === undefined ? {} : { issues };
  const body =
    asked !== undefined && hasFlatErrors(asked)
      ? { error: code, message, ...problems }
      : { error: { code, message, ...problems } };
  return HttpServerResponse.jsonUnsafe(body, { status: STATUS[code] });
}
