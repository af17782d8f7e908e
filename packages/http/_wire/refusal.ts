import { HttpServerResponse } from "effect/http";

import { type Code, STATUS } from "./error.ts";
import { hasFlatErrors } from "./flat_errors.ts";

/** An error body from outside any endpoint: what HTTP itself refuses, in the form of its path. */
export function refusal(
  code: Code,
  message: string,
  path = "",
): HttpServerResponse.HttpServerResponse {
  const body = hasFlatErrors(path) ? { error: code, message } : { error: { code, message } };
  return HttpServerResponse.jsonUnsafe(body, { status: STATUS[code] });
}
